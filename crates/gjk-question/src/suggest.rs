//! Suggests a known name for an unknown one.

/// Words of other programs, each with a name that it may be meant for.
const SYNONYMS: &str = "
aabb=cuboid box=cuboid brick=cuboid cube=cuboid obb=cuboid rect=cuboid rectangle=cuboid square=cuboid
circle=ball disc=ball disk=ball sphere=ball
edge=segment line=segment linesegment=segment
polygon=points polyhedron=points polytope=points convex=points convexhull=points pointcloud=points mesh=points vertices=points
tetrahedron=points pill=capsule stadium=capsule spheroid=ellipsoid ellipse=ellipsoid
minkowski=sum minkowskisum=sum union=hull compound=hull camera=frustum face=triangle
collide=intersect collides=intersect collision=intersect intersection=intersect overlap=intersect overlaps=intersect
closest=distance closestpoints=distance gap=distance nearest=distance separation=distance
depth=contact penetration=contact penetrationdepth=contact epa=contact contacts=manifold contactmanifold=manifold
castray=raycast ray=raycast cast=shapecast linearcast=shapecast sweep=shapecast sweptcast=shapecast
ccd=toi impact=toi timeofimpact=toi double=f64 float=f32 float32=f32 float64=f64 single=f32 rational=exact
shape=type kind=type dimension=dim dimensions=dim op=query precision=scalar name=id
shapea=a shapeb=b start=a p0=a p1=a end=b p1=b p2=b p2=c p3=c
r=radius extents=half_extents halfsize=half_extents size=half_extents dimensions=half_extents height=half_height
fov=fov_y fovy=fov_y children=shapes parts=shapes coords=points corners=points
center=translation position=translation offset=translation position=at location=at point=at position=center location=center translation=pose
position=pose transform=pose rotation=pose angle=rotation orientation=rotation quaternion=rotation rounding=margin skin=margin
dir=direction velocity=direction from=origin maxt=max_toi maxtime=max_toi tmax=max_toi until=max_toi
velocity=velocity_b velocity=linear spin=angular omega=angular angularvelocity=angular linearvelocity=linear motion=motion_b
maxtoi=until tol=tolerance eps=tolerance distance=target distance=prediction margin=prediction stopatpenetration=unless_separating
";

/// The longest name that is looked at.
const LONGEST: usize = 32;

/// The name of those `known` that a word is meant for, if there is one: a synonym of it, or else what is spelt nearly so.
pub(crate) fn meant<'k>(word: &str, known: impl Iterator<Item = &'k str> + Clone) -> Option<&'k str> {
    let letters = |text: &str, put: &mut [u8; LONGEST]| {
        let kept = text.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase());
        put.iter_mut().zip(kept).map(|(slot, byte)| *slot = byte).count()
    };
    let (mut word_letters, mut other_letters) = ([0; LONGEST], [0; LONGEST]);
    let length = letters(word, &mut word_letters);
    let word = &word_letters[..length];
    let synonyms = SYNONYMS.split_ascii_whitespace().filter_map(|pair| pair.split_once('='));
    let mut named = synonyms.filter(|(other, _)| other.as_bytes() == word).map(|(_, name)| name);
    named.find_map(|name| known.clone().find(|other| *other == name)).or_else(|| {
        let near = known.filter_map(|name| {
            let count = letters(name, &mut other_letters);
            let apart = changes(word, &other_letters[..count]);
            (apart * 3 <= length.max(count)).then_some((apart, name))
        });
        near.min_by_key(|(apart, _)| *apart).map(|(_, name)| name)
    })
}

/// The number of letters that have to be changed, added or left out, to make one word of the other (V. Levenshtein, 1966).
fn changes(word: &[u8], other: &[u8]) -> usize {
    let mut row: [usize; LONGEST + 1] = core::array::from_fn(|k| k);
    for (k, letter) in word.iter().enumerate() {
        let mut diagonal = core::mem::replace(&mut row[0], k + 1);
        for (j, wanted) in other.iter().enumerate() {
            let least = (diagonal + usize::from(letter != wanted)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = core::mem::replace(&mut row[j + 1], least);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_to_change() {
        for (word, other, count) in
            [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2), ("ball", "ball", 0)]
        {
            assert_eq!(changes(word.as_bytes(), other.as_bytes()), count);
            assert_eq!(changes(other.as_bytes(), word.as_bytes()), count);
        }
    }

    #[test]
    fn words_that_are_meant() {
        const KNOWN: [&str; 7] = ["cuboid", "ball", "radius", "half_extents", "at", "a", "b"];
        for (word, name) in [
            ("box", Some("cuboid")),
            ("Sphere", Some("ball")),
            ("raduis", Some("radius")),
            ("halfExtents", Some("half_extents")),
            ("half-extents", Some("half_extents")),
            ("ballx", Some("ball")),
            ("position", Some("at")),
            ("c", None),
            ("at", Some("at")),
            ("", None),
            ("\u{e4}", None),
            ("something else that is longer than any of them", None),
        ] {
            assert_eq!(meant(word, KNOWN.into_iter()), name, "{word}");
        }
        // Each synonym is for a name, and is none itself of the same table.
        for pair in SYNONYMS.split_ascii_whitespace() {
            let (word, name) = pair.split_once('=').unwrap();
            assert!(
                word.len() <= LONGEST && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()),
                "{pair}"
            );
            assert_eq!(meant(word, [name].into_iter()), Some(name));
        }
    }
}
