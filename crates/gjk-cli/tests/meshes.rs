//! Mesh files as other programs write them: good ones are read, bad ones get an error that says where and what to do.

#[allow(dead_code, reason = "the program also reads files by name")]
#[path = "../src/mesh/mod.rs"]
mod mesh;

use mesh::{Format, parse};

fn read(extension: &str, file: &[u8]) -> Result<Vec<[f64; 3]>, String> {
    let vertices = parse(Format::of(extension).unwrap(), file)?;
    Ok(vertices.into_iter().map(|vertex| vertex.coords.into()).collect())
}

/// A cube from 0 to 1.
const CORNERS: [[f64; 3]; 8] = [
    [0.0, 0.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.0, 1.0, 0.0],
    [0.0, 1.0, 1.0],
    [1.0, 0.0, 0.0],
    [1.0, 0.0, 1.0],
    [1.0, 1.0, 0.0],
    [1.0, 1.0, 1.0],
];
const TRIANGLES: [[usize; 3]; 12] = [
    [0, 1, 3],
    [0, 3, 2],
    [4, 6, 7],
    [4, 7, 5],
    [0, 4, 5],
    [0, 5, 1],
    [2, 3, 7],
    [2, 7, 6],
    [0, 2, 6],
    [0, 6, 4],
    [1, 5, 7],
    [1, 7, 3],
];

fn join<T: ToString>(words: impl IntoIterator<Item = T>) -> String {
    words.into_iter().map(|word| word.to_string()).collect::<Vec<_>>().join(" ")
}

fn cube_obj() -> String {
    let vertices = CORNERS.map(|corner| format!("v {}\n", join(corner)));
    let faces = TRIANGLES.map(|triangle| format!("f {}\n", join(triangle.map(|k| k + 1))));
    vertices.concat() + &faces.concat()
}

fn cube_stl() -> String {
    let facets = TRIANGLES.map(|triangle| {
        let corners = triangle.map(|k| format!("      vertex {}\n", join(CORNERS[k])));
        format!("  facet normal 0 0 0\n    outer loop\n{}    endloop\n  endfacet\n", corners.concat())
    });
    format!("solid cube\n{}endsolid cube\n", facets.concat())
}

/// The head of a cube in PLY, with a property that does not matter.
fn head(format: &str) -> String {
    format!(
        "ply\nformat {format} 1.0\ncomment hi\nobj_info foo\nelement vertex 8\nproperty float x\nproperty float y\n\
         property float z\nproperty float nx\nelement face 12\nproperty list uchar int vertex_indices\nend_header\n"
    )
}

fn cube_ply() -> String {
    let vertices = CORNERS.map(|corner| format!("{} 0\n", join(corner)));
    let faces = TRIANGLES.map(|triangle| format!("3 {}\n", join(triangle)));
    head("ascii") + &vertices.concat() + &faces.concat()
}

fn cube_ply_binary(lowest_first: bool) -> Vec<u8> {
    let order = |mut bytes: [u8; 4]| {
        if !lowest_first {
            bytes.reverse();
        }
        bytes
    };
    let mut file = head(if lowest_first { "binary_little_endian" } else { "binary_big_endian" }).into_bytes();
    for corner in CORNERS {
        #[expect(clippy::cast_possible_truncation, reason = "0 and 1")]
        file.extend(corner.map(|x| order((x as f32).to_le_bytes())).as_flattened());
        file.extend(order(f32::NAN.to_le_bytes()));
    }
    for triangle in TRIANGLES {
        file.push(3);
        file.extend(triangle.map(|k| order(u32::try_from(k).unwrap().to_le_bytes())).as_flattened());
    }
    file
}

/// A text with another in place of the first of its parts that is `from`.
fn with(text: &str, from: &str, to: &str) -> Vec<u8> {
    assert!(text.contains(from), "{from:?}");
    text.replacen(from, to, 1).into_bytes()
}

/// `Käse` in Latin-1.
const CHEESE: &[u8] = b"K\xe4se";

fn latin(text: &str, from: &str) -> Vec<u8> {
    let (before, after) = text.split_once(from).unwrap();
    [before.as_bytes(), CHEESE, after.as_bytes()].concat()
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
}

#[test]
fn good_files_of_other_programs_are_read() {
    let (obj, stl, ply) = (cube_obj(), cube_stl(), cube_ply());
    let commented = format!("# hi\n{obj}");
    let by_return = |text: &str| text.replace('\n', "\r").into_bytes();
    // The first byte of the numbers is an LF.
    let binary = cube_ply_binary(false);
    let after_head = binary.len() - 8 * 16 - 12 * 13;
    let (binary_head, numbers) = binary.split_at(after_head);
    let line_feed = [&by_return(str::from_utf8(binary_head).unwrap()), &b"\n"[..], &numbers[1..]].concat();
    // It is a part of a coordinate; so that vertex is another.
    assert!(read("ply", &line_feed).unwrap()[1..] == CORNERS[1..] && numbers[0] == 0);
    let files = [
        ("obj", obj.clone().into_bytes()),
        ("obj", format!("\u{feff}{obj}").into_bytes()),
        // Two files, put together.
        ("obj", with(&obj, "v 1 0 0", "\u{feff}v 1 0 0")),
        ("obj", with(&obj, "f 1 2 4", "f 1 2 \\\n4")),
        ("obj", with(&obj, "f 1 2 4", "f 1 \\\r\n2 \\\n 4 # all")),
        ("obj", with(&obj, "v 0 1 0", "v 0\\\n 1 0 0.5 0.5 0.5")),
        // A comment does not go on, nor does a name that ends like this.
        ("obj", with(&commented, "# hi", "# C:\\models\\")),
        ("obj", with(&obj, "v 1 0 0", "usemtl C:\\models\\\nv 1 0 0")),
        ("obj", latin(&commented, "hi")),
        ("obj", latin(&obj.replace("f 1 2 4", "o part\nf 1 2 4"), "part")),
        ("obj", obj.replace("f 1 2 4", "f 1/1 2//2 4/1/1").into_bytes()),
        ("obj", obj.lines().filter(|line| line.starts_with('v')).collect::<Vec<_>>().join("\n").into_bytes()),
        ("obj", by_return(&obj)),
        ("obj", utf16(&obj, u16::to_le_bytes)),
        ("obj", utf16(&obj, u16::to_be_bytes)),
        ("obj", format!("{obj}v nan 0 0\nvn 0 0 nan\n\u{1a}").into_bytes()),
        ("stl", stl.clone().into_bytes()),
        ("stl", stl.to_uppercase().into_bytes()),
        ("stl", format!("\u{feff}{stl}").into_bytes()),
        ("stl", format!(" {stl}").into_bytes()),
        ("stl", format!("\n{stl}").into_bytes()),
        ("stl", format!("{stl}\u{1a}").into_bytes()),
        ("stl", format!("{stl}\0\0").into_bytes()),
        ("stl", latin(&stl, "cube")),
        ("stl", by_return(&stl)),
        ("stl", utf16(&stl, u16::to_le_bytes)),
        // All facets in one line, and a word a line.
        ("stl", stl.replace('\n', " ").replace("solid cube", "solid cube\n").into_bytes()),
        ("stl", stl.replace(' ', "\n").replace("solid\ncube", "solid cube").into_bytes()),
        ("stl", with(&stl, "normal 0 0 0", "normal nan -nan(ind) 1.#QNAN")),
        ("ply", ply.clone().into_bytes()),
        ("ply", format!("\u{feff}{ply}").into_bytes()),
        ("ply", format!("{ply}\u{1a}").into_bytes()),
        ("ply", latin(&ply, "hi")),
        ("ply", latin(&ply, "foo")),
        ("ply", by_return(&ply)),
        ("ply", ply.replace('\n', "\r\n").into_bytes()),
        ("ply", with(&ply, "\n0 0 1 0\n", "\n0 .0 1. nan\n")),
        ("ply", with(&ply, "\n0 0 1 0\n", "\n-0 -.0 +1.e0 -1.#IND\n")),
        ("ply", with(&ply, "\n0 0 1 0\n", "\n0 0\n\n1 0\n")),
        ("ply", with(&ply, "end_header", "element nothing 1000000000000\nend_header")),
        ("ply", cube_ply_binary(true)),
        ("ply", cube_ply_binary(false)),
        ("ply", [by_return(str::from_utf8(binary_head).unwrap()), numbers.to_vec()].concat()),
    ];
    for (number, (extension, file)) in files.into_iter().enumerate() {
        let mut vertices = read(extension, &file).unwrap_or_else(|error| panic!("{number} {extension}: {error}"));
        vertices.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(vertices, CORNERS, "{number} {extension}");
    }
    // The one before the vertices that its faces name: with the mark it was left out, and all others were named one too low.
    let far = "v 100 0 0\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    assert_eq!(read("obj", format!("\u{feff}{far}").as_bytes()), read("obj", far.as_bytes()));
    assert_eq!(read("obj", far.as_bytes()).unwrap(), [[100.0, 0.0, 0.0], [0.0; 3], [1.0, 0.0, 0.0]]);
}

#[test]
fn bad_files_say_where_and_what_to_do() {
    let (obj, stl, ply) = (cube_obj(), cube_stl(), cube_ply());
    let cut = |text: &str, end: &str| text.as_bytes()[..text.rfind(end).unwrap()].to_vec();
    // A face takes 13.
    let without_70 = |file: Vec<u8>| file[..file.len() - 70].to_vec();
    let long = "y".repeat(5000);
    for (extension, file, says) in [
        ("obj", Vec::new(), "the file is empty"),
        ("obj", b"# nothing\n".to_vec(), "the mesh has no vertices"),
        ("obj", with(&obj, "v 0 0 1", "v 0 0"), "line 2: a vertex needs three coordinates, as in `v 0 0 1`"),
        ("obj", with(&obj, "v 0 0 1", "v 0,0 0,0 1,0"), "line 2: `0,0` is not a number: write a point, not a comma"),
        ("obj", with(&obj, "v 0 0 1", "v 0 x 1"), "line 2: `x` is not a number"),
        ("obj", with(&obj, "v 0 0 1", "v 0 1e999 1"), "line 2: a coordinate is 1e999, which is not finite"),
        ("obj", with(&obj, "v 0 0 1", "V 0 0 1"), "line 2: `V` is unknown: write `v`"),
        ("obj", with(&obj, "v 0 0 1", "\u{200b}v 0 0 1"), "line 2: `\\xe2\\x80\\x8bv` is unknown: write `v`"),
        ("obj", with(&obj, "v 0 0 1", "v0 0 1"), "line 2: `v0` is unknown: write `v`"),
        ("obj", with(&obj, "f 1 2 4", "f 1 2 9"), "line 9: there is no vertex 9: the file has 8 (is it complete?)"),
        ("obj", with(&obj, "f 1 2 4", "f 1 0 4"), "line 9: `0` names no vertex: they are numbered from 1 up, or"),
        ("obj", with(&obj, "f 1 2 4", "f 1 -9 4"), "line 9: `-9` names no vertex: "),
        ("obj", with(&obj, "f 1 2 4", "f 1 2 \\\nx"), "line 9: `x` names no vertex: "),
        ("obj", with(&obj, "f 1 2 4", "surf 0 1 0 1 1 2"), "line 9: curves and curved surfaces are not read: export"),
        ("obj", with(&obj, "f 1 2 4", "call other.obj"), "line 9: other files are not read: "),
        ("stl", b"mesh\n".to_vec(), "not an STL file: it is neither a text that begins with `solid` nor"),
        ("stl", with(&stl, "vertex 0 0 0", "vertex 0 0"), "line 5: `vertex` is not a number"),
        ("stl", with(&stl, "vertex 0 0 0", "vertex 0 inf 0"), "line 4: a coordinate is inf, which is not finite"),
        ("stl", with(&stl, "endloop", "vertex 1 1 1"), "line 7: `vertex` stands where `endloop` is due"),
        ("stl", with(&stl, "facet", &long), "line 2: `yyy"),
        ("stl", with(&stl, "endsolid cube", ""), "it ends too soon, where `endsolid` is due: the file is not complete"),
        ("stl", cut(&stl, "vertex"), "it ends too soon, where `vertex` is due"),
        ("stl", format!("{stl}facet").into_bytes(), "line 87: `facet` stands outside of a solid, which goes from"),
        ("ply", with(&ply, "ply", "solid"), "not a PLY file: its first line is not `ply`"),
        ("ply", with(&ply, "comment hi", "Made by hand"), "line 3: `Made by hand` is not a line of a head; a remark"),
        ("ply", with(&ply, "float x", "real x"), "line 6: `property real x` is not a line of a head"),
        ("ply", with(&ply, "vertex 8", "vertex -8"), "line 5: the number of elements is not a whole number"),
        ("ply", with(&ply, "format ascii 1.0\n", ""), "its head has no line `format`, as in `format ascii 1.0`"),
        ("ply", with(&ply, "property float z\n", ""), "its head gives the element `vertex` no property `z`"),
        ("ply", cut(&ply, "end_header"), "its head has no end, a line `end_header`: the file is not complete"),
        (
            "ply",
            with(&ply, "\n0 0 1 0\n", "\n0 0 1 0 5\n"),
            "line 14: it has more numbers than its head gives the element",
        ),
        ("ply", with(&ply, "\n0 0 1 0\n", "\n0 0 nan 0\n"), "line 14: a coordinate is nan, which is not finite"),
        ("ply", with(&ply, "\n0 0 1 0\n", "\n0 0 1\n"), "line 15: it has more numbers than its head gives the element"),
        ("ply", with(&ply, "3 0 1 3", "-3 0 1 3"), "line 21: a list cannot have -3 numbers"),
        ("ply", with(&ply, "vertex 8", "vertex 800000000000"), "it ends too soon, where a number is due"),
        (
            "ply",
            with(&ply, "face 12", "face 11"),
            "line 32: `3` and perhaps more follow the last element that its head",
        ),
        ("ply", with(&ply, "face 12", "face 13"), "it ends too soon, where a number is due: the file is not complete"),
        ("ply", without_70(cube_ply_binary(true)), "element `face` 7 of 12: it ends too soon"),
    ] {
        let error = read(extension, &file).unwrap_err();
        assert!(error.starts_with(says) && error.len() < 300, "{says:?}: {error}");
    }
}

/// A text says decimals, and not the nearest `f32`.
#[test]
fn numbers_of_a_text_are_as_written() {
    for (extension, file) in [
        ("obj", with(&cube_obj(), "v 1 0 0", "v 0.1 0 0")),
        ("stl", cube_stl().replace("vertex 1 0 0", "vertex 0.1 0 0").into_bytes()),
    ] {
        assert!(read(extension, &file).unwrap().contains(&[0.1, 0.0, 0.0]), "{extension}");
    }
    assert!(read("ply", &with(&cube_ply(), "\n1 0 0 0\n", "\n0.1 0 0 0\n")).unwrap().contains(&[
        f64::from(0.1_f32),
        0.0,
        0.0
    ]));
}
