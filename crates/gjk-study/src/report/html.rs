//! A report as one HTML file that needs no other.

use super::part::{Part, Report};
use super::plot::escaped;
use gjk_trace::Figure;
use std::fmt::Write as _;

impl Report {
    pub(in super::super) fn html(&self) -> Result<String, String> {
        let title = escaped(&self.title);
        let mut text = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\n<style>{}{}</style></head>\n\
             <body><main>\n<h1>{title}</h1>\n",
            Figure::STYLE,
            include_str!("style.css"),
        );
        text += &self.contents();
        let (mut section, mut figure) = (0, 0);
        for part in &self.parts {
            match part {
                Part::Heading(heading) => {
                    section += 1;
                    let _ = writeln!(text, "<h2 id=\"s{section}\">{}</h2>", code_spans(heading));
                }
                Part::Text(paragraph) => {
                    let _ = writeln!(text, "<p>{}</p>", code_spans(paragraph));
                }
                Part::List(items) => {
                    let items: String = items.iter().map(|item| format!("<li>{}</li>\n", code_spans(item))).collect();
                    let _ = writeln!(text, "<ul>\n{items}</ul>");
                }
                Part::Code(code) => {
                    let _ = writeln!(text, "<pre tabindex=\"0\">{}</pre>", escaped(code));
                }
                Part::Plot(plot) => {
                    figure += 1;
                    let label = escaped(&format!("{} {}", plot.id, plot.title));
                    // A page of one figure has no sections.
                    let level = if section == 0 { 2 } else { 3 };
                    let _ = writeln!(text, "<figure><h{level}>{}</h{level}>", escaped(&plot.title));
                    if plot.is_drawn() {
                        let _ = writeln!(
                            text,
                            "<div class=\"plot\" tabindex=\"0\" role=\"region\" aria-label=\"The plot: {label}\">\n{}</div>",
                            plot.svg()?
                        );
                    }
                    let _ = write!(
                        text,
                        "<figcaption><b>Figure {figure}.</b> {}</figcaption>\n<details{}><summary>The numbers</summary>\
                         <div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"The numbers: {label}\">\n{}</div></details></figure>\n",
                        escaped(&(plot.sentence.clone() + &plot.note())),
                        if plot.is_drawn() { "" } else { " open" },
                        plot.table(true),
                    );
                }
                Part::Table { caption, head, rows } => {
                    let heads: String =
                        head.iter().map(|name| format!("<th scope=\"col\">{}</th>", escaped(name))).collect();
                    let _ = writeln!(
                        text,
                        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Section {section}: {}\"><table><caption>{}</caption>\n<tr>{heads}</tr>",
                        escaped(caption),
                        escaped(caption)
                    );
                    for row in rows {
                        let mut fields = row.iter();
                        let name = fields.next().map(|name| escaped(name)).unwrap_or_default();
                        let fields: String = fields.map(|field| format!("<td>{}</td>", escaped(field))).collect();
                        let _ = writeln!(text, "<tr><th scope=\"row\">{name}</th>{fields}</tr>");
                    }
                    text += "</table></div>\n";
                }
                Part::Picture { svg, caption, question, command } => {
                    let command =
                        command.as_ref().map(|command| format!("<pre tabindex=\"0\">{}</pre>\n", escaped(command)));
                    let _ = write!(
                        text,
                        "<figure class=\"pair\">{svg}<figcaption>{}</figcaption>\n{}<details><summary>The question</summary>\
                         <pre tabindex=\"0\">{}</pre></details></figure>\n",
                        escaped(caption),
                        command.unwrap_or_default(),
                        escaped(question)
                    );
                }
            }
        }
        text += "</main></body>\n</html>\n";
        Ok(text)
    }

    /// Links to the sections.
    fn contents(&self) -> String {
        let headings =
            self.parts.iter().filter_map(|part| if let Part::Heading(text) = part { Some(text) } else { None });
        let link = |(k, heading): (usize, &String)| format!("<li><a href=\"#s{k}\">{}</a></li>\n", code_spans(heading));
        let links: String = (1..).zip(headings).map(link).collect();
        format!("<nav aria-label=\"Contents\"><ol>\n{links}</ol></nav>\n")
    }
}

/// Text with what stands between backquotes as code.
fn code_spans(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(k, part)| if k % 2 == 1 { format!("<code>{}</code>", escaped(part)) } else { escaped(part) }).collect()
}
