// What a query finds: the distance, or the depth with the direction in which B leaves A soonest; and a point on each shape.
struct found {
    double length;
    double points[2][3];
    double normal[3];
};
