"""The same questions for two solvers of the reals, as text in SMT-LIB: whether some numbers agree with all that is asserted."""

import cvc5
import z3

from signs import SIGNS


RELATIONS = {signs: relation.replace("==", "=") for relation, signs in SIGNS.items()}


def formula(polynomial):
    products = (f"(* {spelled(factor)} 1.0 {' '.join(names)})" for names, factor in polynomial.items())
    return f"(+ 0.0 0.0 {' '.join(products)})"


def spelled(number):
    return f"{number}.0" if number >= 0 else f"(- {-number}.0)"


def signed(name, signs):
    return f"({RELATIONS[signs]} {name} 0.0)"


def question(names, assertions, definitions=()):
    lines = ["(set-logic QF_NRA)", *(f"(declare-const {name} Real)" for name in sorted(names))]
    lines += [f"(define-fun {name} () Real {formula(polynomial)})" for name, polynomial in definitions]
    return "\n".join(lines + [f"(assert {assertion})" for assertion in assertions])


def answers(text):
    """What z3 and cvc5 say: `unsat` if no numbers agree."""
    solver = z3.SimpleSolver()
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
