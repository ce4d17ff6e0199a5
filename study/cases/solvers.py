"""The same questions for two solvers of the reals, as text in SMT-LIB: whether some numbers agree with all that is asserted."""

import cvc5
import z3

RELATIONS = {1: "<", 3: "<=", 2: "=", 6: ">=", 4: ">"}


def formula(polynomial):
    products = (f"(* {factor}.0 1.0 {' '.join(names)})" for names, factor in polynomial.items())
    return f"(+ 0.0 0.0 {' '.join(products)})".replace("(* -", "(* (- 1.0) ")


def question(assertions, names, definitions=()):
    """The names are unknown numbers. Definitions are polynomials in names that come before."""
    lines = ["(set-logic QF_NRA)", *(f"(declare-const {name} Real)" for name in sorted(names))]
    lines += [f"(define-fun {name} () Real {formula(polynomial)})" for name, polynomial in definitions]
    return "\n".join(lines + [f"(assert {assertion})" for assertion in assertions])


def answers(text):
    """What z3 and cvc5 say: `unsat` if no numbers agree."""
    # Identities are multiplied out, which z3's plain solver does not do.
    solver = z3.SolverFor("QF_NRA") if "define-fun" in text else z3.SimpleSolver()
    solver.set("timeout", 10_000)
    solver.from_string(text)
    machine = cvc5.Solver(cvc5.TermManager())
    machine.setOption("tlimit-per", "10000")
    parser = cvc5.InputParser(machine)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text + "\n(check-sat)", "question")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said += command.invoke(machine, parser.getSymbolManager())
    return [str(solver.check()), said.strip()]
