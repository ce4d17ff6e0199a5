# Many changes in one file. A function that is changed is written several times, and `crate::mutant()` says which of them runs.
#
# The input are the changes of a file, each with its number; `$source` is the file. The output is the new text, and the numbers
# of the changes that are in it: not those outside of functions, in `const` functions, or in functions within others.
($source | explode) as $codes
| ($source | split("\n") | reduce .[] as $line ([0]; . + [.[-1] + ($line | length) + 1])) as $starts
| def at($place): $starts[$place.line - 1] + $place.column - 1;
  # Where the block begins that ends here.
  def opening($last):
    {i: $last, depth: 0}
    | until(.i < $last and .depth == 0;
        .i -= 1 | if $codes[.i] == 125 then .depth += 1 elif $codes[.i] == 123 then .depth -= 1 else . end)
    | .i;
  def text($from; $to): $codes[$from:$to] | implode;
  [.[] | select(.function)]
| group_by([at(.function.span.start), at(.function.span["end"])])
| map({start: at(.[0].function.span.start), last: at(.[0].function.span["end"]), changes: .})
| map(.open = opening(.last))
| map(select(text(.start; .open) | test("\\bconst fn\\b") | not))
| . as $all
| map(select(. as $one | $all | all(.start >= $one.start or .last <= $one.start)))
| sort_by(-.start)
| {text: $source, numbers: [.[].changes[].number]} as $none
| reduce .[] as $function ($none;
    ($function.changes | map(
      "/*mutant \(.number)*/ \(.number) => \(text($function.open; at(.span.start)))\(.replacement)\(text(at(.span["end"]); $function.last))\n"
    ) | add) as $arms
    | .text = (.text | explode | (.[:$function.open] | implode) as $before | (.[$function.last:] | implode) as $after
        | "\($before){ match crate::mutant() {\n\($arms)/*original*/ _ => \(text($function.open; $function.last))\n} }\($after)"))
