const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** The words of a piece of HTML. */
export const words = (html) => html.replace(/<(math|svg|style)[\s\S]*?<\/\1>/g, " ").replace(/<\/?(a|b|code|em|i|span|strong)\b[^>]*>/g, "").replace(/<[^>]*>/g, " ").replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]).replace(/[\s§]+/g, " ").trim();
