//! A plot of several series: for each name, a number with its interval. The axis of numbers is logarithmic, with a place for 0
//! below a mark; the axis of shares may go from 0 to 1.
//!
//! Each drawn point stands for at least [`LEAST`] pairs. The other points are only in the table.
//!
//! Series differ in color (after M. Okabe and K. Ito, Color universal design, 2008), in the shape of their marks and in
//! their dashes, so that they can be told apart in grey, too.

use plotters::coord::Shift;
use plotters::coord::types::{RangedCoordf64, RangedCoordi32};
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use std::fmt::Write as _;

/// The fewest pairs behind a point that is drawn.
pub(super) const LEAST: u64 = 200;

/// A number and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mark {
    /// The number of the name that it belongs to.
    pub(super) at: usize,
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// How many pairs it is made of.
    pub(super) pairs: u64,
    /// Its place along the other axis of numbers, in a scatter plot.
    pub(super) across: f64,
}

/// What is drawn in one color.
pub(super) struct Series {
    pub(super) name: String,
    pub(super) marks: Vec<Mark>,
}

impl Series {
    /// The marks of enough pairs.
    fn drawn(&self) -> impl DoubleEndedIterator<Item = &Mark> {
        self.marks.iter().filter(|mark| mark.pairs >= LEAST)
    }
}

/// Whether names stand below, and marks are joined, or on the left, and they are not: for what has no order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    Lines,
    Rows,
    /// As `Lines`, but so many series at a time have a small plot of their own. Their names are the plot's, a comma, and
    /// the line's, which stands at its end. The lines of the first plot are in all others, too, thin and gray.
    Panels(usize),
    /// Both axes have numbers, in powers of ten. A mark has the number of its name beside it, counted from 1.
    Scatter,
}

pub(in super::super) struct Plot {
    /// Its name in the document.
    pub(super) id: String,
    pub(super) form: Form,
    /// What it is of.
    pub(super) title: String,
    /// What it shows.
    pub(super) sentence: String,
    pub(super) names: Vec<String>,
    /// What the names are, with the unit.
    pub(super) axis: String,
    /// What the numbers are, with the unit.
    pub(super) value: String,
    /// The lowest power of ten that is told from 0; if `None`, the axis has shares, and is not logarithmic.
    pub(super) least: Option<i32>,
    pub(super) series: Vec<Series>,
}

const COLORS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(0, 0, 0),
    RGBColor(230, 159, 0),
];
/// Dash and gap, in pixels.
const DASHES: [(i32, i32); 6] = [(1, 0), (8, 4), (2, 3), (12, 3), (5, 8), (1, 6)];

const WIDTH: u32 = 820;
const LEGEND: u32 = 28;
/// The height of a small plot.
const PANEL: u32 = 150;
/// Where the name of the axis stands below small plots.
const WIDTH_OF_FOOT: i32 = 48;
/// Numbers beyond this power of ten are drawn at the edge: mostly they are none.
const MOST: i32 = 20;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

impl Plot {
    /// Returns whether there is anything to draw.
    pub(super) fn is_empty(&self) -> bool {
        self.series.iter().all(|series| series.marks.is_empty())
    }

    /// What has to be said of the points that are not drawn.
    pub(super) fn note(&self) -> String {
        let marks = || self.series.iter().flat_map(|series| &series.marks);
        match (self.is_drawn(), marks().all(|mark| mark.pairs >= LEAST)) {
            (true, true) => String::new(),
            (true, false) => format!(" Points of fewer than {LEAST} pairs are in the table alone."),
            (false, _) => format!(" No point is of {LEAST} pairs or more: so there is a table, and no plot."),
        }
    }

    /// Returns whether any point has enough pairs.
    pub(super) fn is_drawn(&self) -> bool {
        self.series.iter().any(|series| series.drawn().next().is_some())
    }

    /// The series with points, and their numbers.
    fn drawn(&self) -> impl Iterator<Item = (usize, &Series)> {
        self.series.iter().enumerate().filter(|(_, series)| series.drawn().next().is_some())
    }

    /// The powers of ten at the ends of the axis of numbers.
    fn decades(&self) -> [i32; 2] {
        let marks = || self.series.iter().flat_map(Series::drawn);
        let power = |x: f64| decade(x);
        let above = |x: f64| -decade(1.0 / x);
        let highest = marks().map(|mark| mark.high.max(mark.value)).filter(|x| *x > 0.0).map(above).max();
        let lowest = marks().flat_map(|mark| [mark.value, mark.low]).filter(|x| *x > 0.0).map(power).min();
        let Some(least) = self.least else { return [0, 1] };
        let high = highest.unwrap_or(0).clamp(least + 2, MOST);
        // One decade below the least, so that 0 has a place of its own.
        [lowest.unwrap_or(high - 2).clamp(least, high - 1) - 1, high]
    }

    /// The document, with a title and a description for those who do not see it.
    pub(in super::super) fn svg(&self) -> Result<String, String> {
        let height = match self.form {
            Form::Panels(lines) => {
                44 + PANEL * u32::try_from(self.series.len().div_ceil(lines).div_ceil(3)).unwrap_or(9)
            }
            Form::Lines | Form::Scatter => 400,
            Form::Rows => 92 + 24 * u32::try_from(self.names.len()).unwrap_or(40),
        };
        let mut svg = String::new();
        {
            let root = SVGBackend::with_string(&mut svg, (WIDTH, height + LEGEND)).into_drawing_area();
            self.draw(&root).map_err(|error| format!("a plot: {error}"))?;
            root.present().map_err(|error| format!("a plot: {error}"))?;
        }
        let begin = svg.find("<svg").unwrap_or(0);
        let (id, title, sentence) = (&self.id, escaped(&self.title), escaped(&self.sentence));
        let mut tagged =
            svg[begin..].replacen("<svg ", &format!("<svg role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" "), 1);
        if let Some(end) = tagged.find('>') {
            let head = format!("\n<title id=\"{id}-title\">{title}</title><desc id=\"{id}-desc\">{sentence}</desc>");
            tagged.insert_str(end + 1, &head);
        }
        // As wide as the page allows.
        Ok(tagged.replacen(&format!("width=\"{WIDTH}\" height=\"{}\" ", height + LEGEND), "", 1))
    }

    fn draw<'a>(&self, root: &Area<'a>) -> Drawn<'a> {
        root.fill(&WHITE)?;
        let [low, high] = self.decades().map(f64::from);
        let axis = Axis { low, high, is_linear: self.least.is_none() };
        if let Form::Panels(lines) = self.form {
            return self.draw_panels(root, &axis, lines);
        }
        let (legend, below) = root.split_vertically(LEGEND);
        self.draw_legend(&legend)?;
        match self.form {
            Form::Rows => self.draw_rows(&below, &axis),
            Form::Scatter => self.draw_scatter(&below, &axis),
            _ => self.draw_lines(&below, &axis),
        }
    }

    /// How many names there are.
    fn count(&self) -> i32 {
        i32::try_from(self.names.len()).unwrap_or(i32::MAX)
    }

    fn name(&self, k: i32) -> String {
        usize::try_from(k).ok().and_then(|k| self.names.get(k)).cloned().unwrap_or_default()
    }

    fn draw_lines<'a>(&self, area: &Area<'a>, axis: &Axis) -> Drawn<'a> {
        let last = self.count();
        // Between negative levels and positive ones is 0.
        let zero = self.names.iter().position(|name| name == "0" || name.starts_with("0 "));
        let zero = zero.and_then(|at| i32::try_from(at).ok()).filter(|at| *at > 0 && *at < last - 1);
        let mut builder = ChartBuilder::on(area);
        builder.margin_left(8).margin_right(16).margin_top(4);
        builder.x_label_area_size(46).y_label_area_size(70);
        let mut chart = builder.build_cartesian_2d(-1..last, axis.low..axis.high)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.15))
            .x_labels(self.names.len() + 2)
            .x_label_formatter(&|k| self.name(*k))
            .x_desc(&self.axis)
            .y_labels(axis.ticks())
            .y_label_formatter(&|x| axis.label(*x))
            .y_desc(&self.value)
            .label_style(("sans-serif", 12))
            .axis_desc_style(("sans-serif", 13))
            .draw()?;
        if let Some(gap) = axis.gap() {
            let slashes = [0, 5].map(|aside| PathElement::new(vec![(-5, aside + 3), (5, aside - 8)], BLACK));
            let [one, other] = slashes;
            chart.draw_series([EmptyElement::at((-1, gap)) + one + other])?;
            chart.draw_series([PathElement::new([(-1, gap), (last, gap)], BLACK.mix(0.3))])?;
        }
        if let Some(at) = zero {
            let line = [(at, axis.low), (at, axis.high)];
            chart.draw_series([PathElement::new(line, BLACK.mix(0.3))])?;
        }
        for (k, series) in self.drawn() {
            let color = COLORS[k % COLORS.len()];
            let at = |mark: &Mark| i32::try_from(mark.at).unwrap_or(0);
            let upper = series.drawn().map(|mark| (at(mark), axis.place(mark.high)));
            let lower = series.drawn().rev().map(|mark| (at(mark), axis.place(mark.low)));
            let band: Vec<_> = upper.chain(lower).collect();
            chart.draw_series([Polygon::new(band, color.mix(0.08).filled())])?;
            let line: Vec<_> = series.drawn().map(|mark| (at(mark), axis.place(mark.value))).collect();
            draw_line(&mut chart, k, line.clone())?;
            let dot = |spot: &(i32, f64)| EmptyElement::at(*spot) + mark(k, (0, 0), color);
            chart.draw_series(line.iter().map(dot))?;
        }
        Ok(())
    }

    fn draw_rows<'a>(&self, area: &Area<'a>, axis: &Axis) -> Drawn<'a> {
        let last = self.count();
        let mut builder = ChartBuilder::on(area);
        builder.margin_left(8).margin_right(16).margin_top(4);
        builder.x_label_area_size(46).y_label_area_size(190);
        let mut chart = builder.build_cartesian_2d(axis.low..axis.high, -1..last)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.15))
            .x_labels(axis.ticks())
            .x_label_formatter(&|x| axis.label(*x))
            .x_desc(&self.value)
            .y_labels(self.names.len() + 2)
            .y_label_formatter(&|k| self.name(last - 1 - *k))
            .label_style(("sans-serif", 12))
            .axis_desc_style(("sans-serif", 13))
            .draw()?;
        if let Some(gap) = axis.gap() {
            let slashes = [0, 5].map(|aside| PathElement::new(vec![(aside - 8, 5), (aside + 3, -5)], BLACK));
            let [one, other] = slashes;
            chart.draw_series([EmptyElement::at((gap, -1)) + one + other])?;
            chart.draw_series([PathElement::new([(gap, -1), (gap, last)], BLACK.mix(0.3))])?;
        }
        for (k, series) in self.drawn() {
            let color = COLORS[k % COLORS.len()];
            for found in series.drawn() {
                let row = last - 1 - i32::try_from(found.at).unwrap_or(0);
                // Side by side, so that none hides another.
                let aside = 6 * i32::try_from(k).unwrap_or(0) - 3 * (i32::try_from(self.series.len()).unwrap_or(1) - 1);
                let [from, to, spot] = [found.low, found.high, found.value].map(|x| axis.place(x));
                let pixel = |x| chart.backend_coord(&(x, row));
                let left = pixel(from).0 - pixel(spot).0;
                let right = pixel(to).0 - pixel(spot).0;
                let bar = PathElement::new(vec![(left, aside), (right, aside)], color.stroke_width(2));
                chart.draw_series([EmptyElement::at((spot, row)) + bar + mark(k, (0, aside), color)])?;
            }
        }
        Ok(())
    }

    fn draw_scatter<'a>(&self, area: &Area<'a>, axis: &Axis) -> Drawn<'a> {
        let decades = || self.series.iter().flat_map(Series::drawn).map(|mark| decade(mark.across.max(1.0)));
        let [low, high] = [decades().min().unwrap_or(0), 1 + decades().max().unwrap_or(0)].map(f64::from);
        let mut builder = ChartBuilder::on(area);
        builder.margin_left(8).margin_right(16).margin_top(4);
        builder.x_label_area_size(46).y_label_area_size(70);
        let mut chart = builder.build_cartesian_2d(low..high, axis.low..axis.high)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.15))
            .x_labels(10)
            .x_label_formatter(&|x| shown(*x))
            .x_desc(&self.axis)
            .y_labels(axis.ticks())
            .y_label_formatter(&|x| axis.label(*x))
            .y_desc(&self.value)
            .label_style(("sans-serif", 12))
            .axis_desc_style(("sans-serif", 13))
            .draw()?;
        for (k, series) in self.drawn() {
            let color = COLORS[k % COLORS.len()];
            for found in series.drawn() {
                let x = libm::log10(found.across.max(1.0));
                let interval = [found.low, found.high].map(|end| (x, axis.place(end)));
                chart.draw_series([PathElement::new(interval, color.stroke_width(1))])?;
                let name = Text::new((found.at + 1).to_string(), (6, -11), ("sans-serif", 10));
                let spot = (x, axis.place(found.value));
                chart.draw_series([EmptyElement::at(spot) + mark(k, (0, 0), color) + name])?;
            }
        }
        Ok(())
    }

    fn draw_panels<'a>(&self, root: &Area<'a>, axis: &Axis, lines: usize) -> Drawn<'a> {
        let (head, below) = root.split_vertically(LEGEND);
        head.draw(&Text::new(self.value.clone(), (8, 8), ("sans-serif", 13)))?;
        let (below, foot) = below.split_vertically(below.dim_in_pixel().1 - 20);
        foot.draw(&Text::new(self.axis.clone(), (WIDTH_OF_FOOT, 2), ("sans-serif", 13)))?;
        let last = self.count();
        let name = |k: &i32| {
            let is_shown = *k == 0 || *k == last - 1 || *k == (last - 1) / 2;
            if is_shown { self.name(*k) } else { String::new() }
        };
        let rows = self.series.len().div_ceil(lines).div_ceil(3);
        let areas = below.split_evenly((rows, 3));
        for (area, panel) in areas.iter().zip(self.series.chunks(lines)) {
            let title = panel.first().and_then(|series| series.name.split_once(", ")).map_or("", |(title, _)| title);
            let mut builder = ChartBuilder::on(area);
            builder.margin_left(4).margin_right(30).margin_top(4).x_label_area_size(20).y_label_area_size(44);
            builder.caption(title, ("sans-serif", 13));
            let mut chart = builder.build_cartesian_2d(0..last - 1, axis.low..axis.high)?;
            chart
                .configure_mesh()
                .disable_x_mesh()
                .light_line_style(TRANSPARENT)
                .bold_line_style(BLACK.mix(0.12))
                .x_labels(self.names.len())
                .x_label_formatter(&name)
                .y_labels(5)
                .y_label_formatter(&|x| axis.label(*x))
                .label_style(("sans-serif", 11))
                .draw()?;
            if let Some(gap) = axis.gap() {
                chart.draw_series([PathElement::new([(0, gap), (last - 1, gap)], BLACK.mix(0.3))])?;
            }
            let line = |series: &Series| -> Vec<(i32, f64)> {
                series.drawn().map(|mark| (i32::try_from(mark.at).unwrap_or(0), axis.place(mark.value))).collect()
            };
            for series in &self.series[..lines.min(self.series.len())] {
                chart.draw_series([PathElement::new(line(series), BLACK.mix(0.35).stroke_width(1))])?;
            }
            for (k, series) in panel.iter().enumerate() {
                let line = line(series);
                draw_line(&mut chart, k, line.clone())?;
                if let (Some(end), Some((_, name))) = (line.last(), series.name.split_once(", ")) {
                    let aside = (4, -12 + 12 * i32::try_from(k).unwrap_or(0));
                    let label = Text::new(name.to_string(), aside, ("sans-serif", 11));
                    chart.draw_series([EmptyElement::at(*end) + label])?;
                }
            }
        }
        Ok(())
    }

    fn draw_legend<'a>(&self, area: &Area<'a>) -> Drawn<'a> {
        let mut x = 82;
        for (k, series) in self.drawn() {
            let color = COLORS[k % COLORS.len()];
            let (dash, gap) = DASHES[k % DASHES.len()];
            let line = vec![(x, 14), (x + 36, 14)];
            if gap == 0 || self.form != Form::Lines {
                area.draw(&PathElement::new(line, color.stroke_width(2)))?;
            } else {
                area.draw(&DashedPathElement::new(line, dash, gap, color.stroke_width(2)))?;
            }
            area.draw(&(EmptyElement::at((x + 18, 14)) + mark(k, (0, 0), color)))?;
            area.draw(&Text::new(series.name.clone(), (x + 42, 8), ("sans-serif", 13)))?;
            x += 62 + 8 * i32::try_from(series.name.chars().count()).unwrap_or(0);
        }
        Ok(())
    }

    /// The same numbers as a table, in Markdown or HTML.
    pub(super) fn table(&self, html: bool) -> String {
        let mut text = String::new();
        let cell = |text: &str| if html { escaped(text) } else { text.replace('|', "\\|") };
        let names: Vec<_> = self.series.iter().map(|series| cell(&series.name)).collect();
        let is_scatter = self.form == Form::Scatter;
        let axis = cell(if is_scatter { "number and name; time, error" } else { &self.axis });
        if html {
            let caption = format!("{}: {}", cell(&self.title), cell(&self.value));
            let heads: String = names.iter().map(|name| format!("<th scope=\"col\">{name}</th>")).collect();
            let _ =
                writeln!(text, "<table><caption>{caption}</caption>\n<tr><th scope=\"col\">{axis}</th>{heads}</tr>");
        } else {
            let _ = writeln!(text, "| {axis} | {} |\n| --- |{}", names.join(" | "), " --- |".repeat(names.len()));
        }
        for (at, name) in self.names.iter().enumerate() {
            let found = |series: &Series| series.marks.iter().find(|mark| mark.at == at).copied();
            let interval = |mark: Mark| {
                let across = if is_scatter { format!("{} ns, ", mark.across) } else { String::new() };
                format!("{across}{} ({} to {})", short(mark.value), short(mark.low), short(mark.high))
            };
            let fields = self.series.iter().map(|series| found(series).map(interval).unwrap_or_default());
            if html {
                let fields: String = fields.map(|field| format!("<td>{field}</td>")).collect();
                let _ = writeln!(text, "<tr><th scope=\"row\">{}</th>{fields}</tr>", cell(name));
            } else {
                let _ = writeln!(text, "| {} | {} |", cell(name), fields.collect::<Vec<_>>().join(" | "));
            }
        }
        text + if html { "</table>\n" } else { "" }
    }
}

/// The axis of numbers: their logarithms, or shares as they are.
struct Axis {
    low: f64,
    high: f64,
    is_linear: bool,
}

impl Axis {
    /// Where a number stands; what is 0 at the end.
    fn place(&self, x: f64) -> f64 {
        match x {
            _ if self.is_linear => x,
            _ if x > 0.0 => libm::log10(x).clamp(self.low, self.high),
            _ => self.low,
        }
    }

    fn label(&self, place: f64) -> String {
        match place {
            x if self.is_linear => format!("{:.0} %", 100.0 * x),
            x if x <= self.low => "0".to_string(),
            x => shown(x),
        }
    }

    fn ticks(&self) -> usize {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few powers of ten")]
        if self.is_linear { 6 } else { (self.high - self.low) as usize + 1 }
    }

    /// Between 0 and the least number a logarithmic axis is broken.
    fn gap(&self) -> Option<f64> {
        (!self.is_linear).then_some(self.low + 0.5)
    }
}

/// A chart whose levels are whole numbers.
type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordi32, RangedCoordf64>>;

/// Draws the line of a series, in its dashes.
fn draw_line<'a>(chart: &mut Chart<'a>, k: usize, line: Vec<(i32, f64)>) -> Drawn<'a> {
    let style = COLORS[k % COLORS.len()].stroke_width(2);
    match DASHES[k % DASHES.len()] {
        (_, 0) => chart.draw_series([PathElement::new(line, style)]).map(|_| ()),
        (dash, gap) => chart.draw_series([DashedPathElement::new(line, dash, gap, style)]).map(|_| ()),
    }
}

/// The mark of a series, at a place in pixels relative to where it stands: a disc, a square, a triangle, a rhombus.
fn mark(k: usize, (x, y): (i32, i32), color: RGBColor) -> Polygon<(i32, i32)> {
    const SHAPES: [&[(i32, i32)]; 4] = [
        &[(4, 1), (4, -1), (1, -4), (-1, -4), (-4, -1), (-4, 1), (-1, 4), (1, 4)],
        &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
        &[(0, -5), (5, 4), (-5, 4)],
        &[(0, -6), (4, 0), (0, 6), (-4, 0)],
    ];
    let corners = SHAPES[k % SHAPES.len()].iter().map(|(right, down)| (x + right, y + down));
    Polygon::new(corners.collect::<Vec<_>>(), color.filled())
}

/// A power of ten on an axis, where its logarithm stands.
fn shown(logarithm: f64) -> String {
    let whole = libm::round(logarithm);
    if (logarithm - whole).abs() > 0.01 {
        return String::new();
    }
    #[expect(clippy::cast_possible_truncation, reason = "the exponent of a number")]
    match whole as i32 {
        k @ -3..=4 => format!("{}", libm::exp10(f64::from(k))),
        k => format!("1e{k}"),
    }
}

/// The power of ten that a positive number is above.
#[expect(clippy::cast_possible_truncation, reason = "the exponent of a number")]
fn decade(x: f64) -> i32 {
    libm::floor(libm::log10(x)) as i32
}

/// Three digits.
pub(in super::super) fn short(x: f64) -> String {
    if x == 0.0 {
        "0".into()
    } else if x > 1e300 {
        "no number".into()
    } else if (1e-3..1e4).contains(&x.abs()) {
        let places = (2 - decade(x.abs())).clamp(0, 5);
        format!("{x:.*}", usize::try_from(places).unwrap_or(0))
    } else {
        format!("{x:.1e}")
    }
}

/// Text in a document.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_point_is_drawn_that_is_of_fewer_than_200_pairs() {
        for form in [Form::Lines, Form::Rows, Form::Panels(1), Form::Scatter] {
            let plot = |pairs: &[u64], least| {
                let mark = |(at, pairs): (usize, &u64)| {
                    let value = 0.25 * 3_f64.powi(i32::try_from(at).unwrap());
                    Mark { at, value, low: value / 2.0, high: 2.0 * value, pairs: *pairs, across: 100.0 * value }
                };
                let marks = pairs.iter().enumerate().map(mark).collect();
                let text = || String::from("any");
                Plot {
                    id: text(),
                    form,
                    title: text(),
                    sentence: text(),
                    names: (0..5).map(|k| k.to_string()).collect(),
                    axis: text(),
                    value: text(),
                    least,
                    series: vec![Series { name: "f32, ours".into(), marks }],
                }
            };
            for least in [None, Some(-8)] {
                let with = |last: &[u64]| plot(&[&[LEAST, 9 * LEAST], last].concat(), least);
                let drawn = with(&[]).svg().unwrap();
                assert_eq!(with(&[199]).svg().unwrap(), drawn, "{form:?}");
                assert_ne!(with(&[200]).svg().unwrap(), drawn, "{form:?}");
                // The table has all of them, and it is said that the plot has not.
                assert_eq!(with(&[199]).table(true), with(&[200]).table(true));
                assert!(
                    with(&[199]).note().contains("200 pairs are in the table alone") && with(&[200]).note().is_empty()
                );
            }
            let none = plot(&[199, 30], None);
            assert!(!none.is_drawn() && !none.is_empty() && none.note().contains("no plot"), "{form:?}");
        }
    }
}
