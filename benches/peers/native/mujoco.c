// Boxes and meshes through MuJoCo's mjc_ccd, which mj_geomDistance and its contacts call. No public function has a verdict
// alone; for distances mj_geomDistance takes 1 to 4 % longer. mjc_ccd is exported, but its types are in none of the public
// headers: they are declared here as far as they are needed. A model of geoms that stand still is compiled for all pairs of a
// cell.

#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "found.h"

// Called mjCCDConfig.
struct question {
    int most_iterations;
    mjtNum tolerance;
    // 0: a polytope is not expanded.
    int most_contacts;
    // 0: a separating plane is enough.
    mjtNum farthest;
    void *room;
    int polygon_vertices, vertex_edges;
};

// Begins as mjCCDStatus does, and has room for the rest.
struct answer {
    int separated;
    mjtNum distances[mjMAXCONPAIR], points_a[3 * mjMAXCONPAIR], points_b[3 * mjMAXCONPAIR];
    int count;
    char rest[1024];
};

// Room for an mjCCDObj, a geom where it stands.
struct object {
    _Alignas(16) char bytes[1024];
};

void mjc_initCCDObj(struct object *, const mjModel *, const mjData *, int geom, mjtNum margin);
mjtNum mjc_ccd(const struct question *, struct answer *, struct object *, struct object *);
size_t mjc_ccdSize(int polygon_vertices, int vertex_edges, int iterations);

struct world {
    mjSpec *spec;
    mjModel *model;
    mjData *data;
    int hulls;
    struct question verdict, distance, depth;
};

static void silent(const char *message) { (void)message; }

struct world *mujoco_world(void) {
    // What it warns of would be written to a file.
    mju_user_warning = silent;
    struct world *world = calloc(1, sizeof *world);
    world->spec = mj_makeSpec();
    return world;
}

static void named(char *name, int hull) { sprintf(name, "hull %d", hull); }

// Vertices of meshes are of single precision.
void mujoco_hull(struct world *world, const double *coordinates, size_t count) {
    char name[32];
    float *single = malloc(3 * count * sizeof *single);
    for (size_t i = 0; i < 3 * count; ++i) single[i] = (float)coordinates[i];
    mjsMesh *mesh = mjs_addMesh(world->spec, NULL);
    named(name, world->hulls++);
    mjs_setName(mesh->element, name);
    mjs_setFloat(mesh->uservert, single, 3 * (int)count);
    free(single);
}

static mjsGeom *place(struct world *world, const double *rotation, const double *translation) {
    mjsGeom *geom = mjs_addGeom(mjs_findBody(world->spec, "world"), NULL);
    memcpy(geom->pos, translation, sizeof geom->pos);
    geom->quat[0] = rotation[3];
    memcpy(geom->quat + 1, rotation, 3 * sizeof(double));
    return geom;
}

void mujoco_place_box(struct world *world, const double *half, const double *rotation, const double *translation) {
    mjsGeom *geom = place(world, rotation, translation);
    geom->type = mjGEOM_BOX;
    memcpy(geom->size, half, sizeof geom->size);
}

void mujoco_place_hull(struct world *world, size_t hull, const double *rotation, const double *translation) {
    char name[32];
    mjsGeom *geom = place(world, rotation, translation);
    geom->type = mjGEOM_MESH;
    named(name, (int)hull);
    mjs_setString(geom->meshname, name);
}

// False if not all meshes have a graph of edges, along which support points are sought.
bool mujoco_compile(struct world *world) {
    mjModel *model = world->model = mj_compile(world->spec, NULL);
    if (!model) {
        fprintf(stderr, "MuJoCo: %s\n", mjs_getError(world->spec));
        return false;
    }
    mjData *data = world->data = mj_makeData(model);
    mj_kinematics(model, data);
    for (int i = 0; i < model->nmesh; ++i) {
        if (model->mesh_graphadr[i] < 0) return false;
    }
    int iterations = model->opt.ccd_iterations;
    void *room = malloc(mjc_ccdSize(0, 0, iterations));
    struct question verdict = {iterations, model->opt.ccd_tolerance, 0, 0, NULL, 0, 0};
    world->verdict = world->distance = world->depth = verdict;
    world->distance.farthest = DBL_MAX;
    world->depth.most_contacts = 1;
    world->depth.room = room;
    return true;
}

static inline mjtNum ask(const struct world *world, const struct question *question, struct answer *answer, int a, int b) {
    struct object objects[2];
    mjc_initCCDObj(&objects[0], world->model, world->data, a, 0);
    mjc_initCCDObj(&objects[1], world->model, world->data, b, 0);
    return mjc_ccd(question, answer, &objects[0], &objects[1]);
}

bool mujoco_intersects(const struct world *world, int a, int b) {
    struct answer answer;
    return ask(world, &world->verdict, &answer, a, b) <= world->verdict.tolerance && !answer.separated;
}

static void tell(struct found *found, mjtNum distance, const struct answer *answer) {
    found->length = distance < 0 ? -distance : distance;
    for (int i = 0; i < 3; ++i) {
        mjtNum from_a = answer->points_b[i] - answer->points_a[i];
        found->points[0][i] = answer->points_a[i];
        found->points[1][i] = answer->points_b[i];
        found->normal[i] = from_a / distance;
    }
}

bool mujoco_distance(const struct world *world, int a, int b, struct found *found) {
    struct answer answer;
    mjtNum distance = ask(world, &world->distance, &answer, a, b);
    if (distance <= world->distance.tolerance && !answer.separated) return false;
    tell(found, distance, &answer);
    return true;
}

bool mujoco_depth(const struct world *world, int a, int b, struct found *found) {
    struct answer answer;
    mjtNum distance = ask(world, &world->depth, &answer, a, b);
    if (distance >= 0) return false;
    tell(found, distance, &answer);
    return true;
}
