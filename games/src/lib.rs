//! The shared part of the games: starts them, and draws any convex shape by its support mapping alone.

use gjk::Support;
use gjk::nalgebra::{Point, Point2, Point3, SVector, Vector2, Vector3};
use gjk::shape::ConvexHull;
use macroquad::prelude::*;

/// The time of a step: a window calls for one in each of its frames, and most screens show sixty a second.
pub const STEP: f32 = 1.0 / 60.0;

/// What a player does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Input {
    /// To the left or right: from -1 to 1.
    pub walk: f32,
    /// Forwards or backwards, where that is a direction of its own: from -1 to 1.
    pub ahead: f32,
    /// Jump, or shoot.
    pub act: bool,
}

/// A game, which knows nothing of windows but how it is drawn.
pub trait Game: 'static {
    /// Moves on by a step.
    fn step(&mut self, input: Input);
    /// What one does who cannot see.
    fn blind(&self) -> Input;
    /// What has happened so far; and whether that is as it should be.
    fn summary(&self) -> (String, bool);
    /// Draws everything.
    fn draw(&self);
}

/// Runs a game in a window; with `--headless 600` so many steps without one, by [`Game::blind`]. With `--picture FILE
/// 600` it does the same in a window, and saves what is seen then.
pub fn run(title: &str, mut game: impl Game) -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let steps = |text: &str| text.parse::<u32>().unwrap_or(0);
    match arguments[..] {
        ["--headless", count] => {
            for _ in 0..steps(count) {
                game.step(game.blind());
            }
            let (summary, is_right) = game.summary();
            println!("{title}: {summary}");
            return if is_right { 0.into() } else { 1.into() };
        }
        ["--picture", file, count] => open(title, play(game, Some((file.to_owned(), steps(count))))),
        [] => open(title, play(game, None)),
        _ => {
            eprintln!("usage: {title} [--headless STEPS | --picture FILE STEPS]");
            return 2.into();
        }
    }
    0.into()
}

fn open(title: &str, game: impl Future<Output = ()> + 'static) {
    let window =
        Conf { window_title: title.into(), window_width: 960, window_height: 540, sample_count: 4, ..Conf::default() };
    macroquad::Window::from_config(window, game);
}

async fn play(mut game: impl Game, picture: Option<(String, u32)>) {
    if let Some((file, steps)) = picture {
        for _ in 0..steps {
            game.step(game.blind());
        }
        // What is drawn in the first frame is there in the second.
        for _ in 0..2 {
            game.draw();
            get_screen_data().export_png(&file);
            next_frame().await;
        }
        return;
    }
    while !is_key_down(KeyCode::Escape) {
        let held = |keys: [KeyCode; 2]| f32::from(u8::from(keys.into_iter().any(is_key_down)));
        let walk = held([KeyCode::Right, KeyCode::D]) - held([KeyCode::Left, KeyCode::A]);
        let ahead = held([KeyCode::Up, KeyCode::W]) - held([KeyCode::Down, KeyCode::S]);
        game.step(Input { walk, ahead, act: is_key_pressed(KeyCode::Space) });
        game.draw();
        next_frame().await;
    }
}

/// A color, darker or lighter.
pub fn shaded(color: Color, light: f32) -> Color {
    Color::new(color.r * light, color.g * light, color.b * light, 1.0)
}

/// One of many colors.
pub fn assorted(number: usize) -> Color {
    let colors = [0xd9_7b_66, 0xe0_b0_5c, 0x8f_b5_6b, 0x5f_a8_a3, 0x6c_8e_c4, 0xa0_7c_b8];
    Color::from_hex(colors[number % colors.len()])
}

/// The farthest point of a shape in a direction of length 1. A shape's own support point is its core's, without the
/// margin.
fn farthest<const D: usize>(shape: &dyn Support<D, Scalar = f32>, direction: &SVector<f32, D>) -> Point<f32, D> {
    shape.support(direction) + direction * shape.margin()
}

/// Fills a shape of the plane. Its outline is where its farthest points are, in many directions.
pub fn fill(shape: &dyn Support<2, Scalar = f32>, color: Color) {
    let directions = (0..96_u8).map(|k| f32::from(k) * std::f32::consts::TAU / 96.0);
    let outline: Vec<Point2<f32>> =
        directions.map(|angle| farthest(shape, &Vector2::new(angle.cos(), angle.sin()))).collect();
    let place = |point: &Point2<f32>| vec2(point.x, point.y);
    for pair in outline[1..].windows(2) {
        draw_triangle(place(&outline[0]), place(&pair[0]), place(&pair[1]), color);
    }
    for (from, to) in outline.iter().zip(outline.iter().cycle().skip(1)).filter(|(from, to)| from != to) {
        draw_line(from.x, from.y, to.x, to.y, 0.04, shaded(color, 0.6));
    }
}

/// The faces of a shape of space in its own coordinates, each with its normal, from the hull of its farthest points in
/// many directions.
#[derive(Default)]
pub struct Faces(Vec<(Vector3<f32>, Vec<Point3<f32>>)>);

impl Faces {
    /// Finds them. There are none if the shape is flat.
    pub fn of(shape: &dyn Support<3, Scalar = f32>) -> Self {
        // Even over the sphere: at the golden angle, at heights that are equally far from each other.
        let direction = |k: u16| {
            let (angle, height) = (f32::from(k) * 2.399_963, (f32::from(k) + 0.5) / 150.0 - 1.0);
            let across = (1.0 - height * height).sqrt();
            Vector3::new(across * angle.cos(), height, across * angle.sin())
        };
        let hull = ConvexHull::new((0..300).map(|k| farthest(shape, &direction(k))));
        let faces = hull.iter().flat_map(|hull| hull.faces().map(|face| (*face.normal(), face.points().collect())));
        Self(faces.collect())
    }

    /// Draws them where a pose of the shape puts them.
    pub fn draw(&self, pose: &gjk::Pose<f32, 3>, color: Color) {
        let light = Vector3::new(0.4, 0.8, 0.45);
        let mut mesh = Mesh { vertices: Vec::new(), indices: Vec::new(), texture: None };
        for (normal, corners) in &self.0 {
            let color = shaded(color, 0.45 + 0.55 * (pose.matrix() * normal).dot(&light).max(0.0));
            let first = u16::try_from(mesh.vertices.len()).unwrap_or(0);
            for corner in corners {
                let [x, y, z] = (pose.matrix() * corner + pose.translation()).into();
                mesh.vertices.push(Vertex::new(x, y, z, 0.0, 0.0, color));
            }
            for k in 2..u16::try_from(corners.len()).unwrap_or(0) {
                mesh.indices.extend([first, first + k - 1, first + k]);
            }
        }
        draw_mesh(&mesh);
    }
}
