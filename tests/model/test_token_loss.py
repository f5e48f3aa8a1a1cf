"""No code is ever missing from a stream: each letter and mark of it counts, where comments' marks stand in it too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkeeper.model.syntaxes import FAMILIES, FAMILY_OF
from goldkeeper.model.tokens import token_stream

# Comments stand between « and »; all other letters and marks are code.
SAMPLES = {
    "python": "x = a['#'] + f\"{b:#x}\"  «# why 'not'»\ns = '''\n# text\n''' + r'\\\\' «# end»",
    "c": "a = '\"' + '/'; «// \"why»\ns = \"// \\\" text\"; «/* don't */» b = a / c * d;",
    "cpp": 'auto s = u8R"x( // )" /* )x"; «// why»\nint n = 1\'000\'000; f(a / b);',
    "java": 'String s = """\n  // text "quoted"\n  """; «// why»\nchar c = \'"\'; int d = a / b; «/* \' */» e();',
    "groovy": "def u = 'http://x' «// why»\ndef r = ~/a\\/b \\/\\/ c/\ndef v = \"${m['//']} // y\"",
    "dart": 'var u = \'http://x\'; «// why»\nvar v = "${m["//"]} //";',
    "csharp": 'var p = @"c:\\" + "//" + \'"\'; «// why»\nvar q = $"{a} // b"; r = a / b;',
    "kotlin": 'val u = "${if (a) "//x" else ""} //" «// why»\nval c = \'"\'\nval t = """ // "x" """\n`is // ok`()',
    "swift": 'let s = #"a \\" // "# «// why»\nlet r = /a\\/\\/b/\nlet t = "// \\(x)"',
    "scala": 's"${m("//")} //"; «// why»\nval c = \'"\'; val d = a / b «/* x */»',
    "go": "f := `a // b\n// c` «// why»\nr := '\"'; q := a / b «/* x */»",
    "rust": 'let s = "one\n  http://two"; «// why»\nlet r = br##"a"# // b"##; let c = \'"\'; fn f<\'a>(x: &\'a str) {}',
    "javascript": (
        'const f = x => /[/*]/.test(x) «// why»\nconst g = s.split(/ \\/\\/ /, 2)\nreturn /a"b/.exec(y) / 2 «/* z */»\n'
        "const t = `a ${b ? `// c` : ''} // d`\nconst u = 'http://x'"
    ),
    "php": "$u = 'http://x # y'; «# why»\n$t = <<<EOT\n# text // text\nEOT;\n$a = \"x\n# y\"; «// so »?><b>x</b>",
    "ruby": (
        'if x =~ /a#b/ «# why»\n  y = "#{x ? "#b" : \'c\'}" + %w(a#b c) * 2\n  z = <<~EOS + w\n    # text\n  EOS\n'
        "  v = %r!a # b! ; u = 'one\n  # two'\nend «# end»\nn = a / b"
    ),
    "perl": (
        "my $n = $#a + $#{$b} + $#$c; «# why»\n$x =~ s#a#b#g; $x =~ m{a # b}; @w = qw(a # b);\n$y =~ /a#b/;\n"
        '$z = <<"EOT";\n# text\nEOT\n$h{s} = 1; $q = $s / 2; «# end»\n$x =~ tr/#/x/;'
    ),
    "elixir": 'x = ~r/a#b/ «# why»\ny = "#{if a, do: "#b"} #"\nz = """\n# text\n"""\nc = ?#; w = ~w(a # b)',
    "awk": '/a#b/ { print "#" $1 } «# why»\n{ n = a / b }',
    "r": 'x <- "a\n# b" «# why»\ny <- r"(a # ")" ; `a # b` <- 5 %/% 2 «# end»',
    "make": 'a := b#c «# why»\nb:\n\techo "# x" $(subst x,\\#,y)',
    "dockerfile": 'RUN curl http://x/#a «# why»\nENV A="# b"',
    "cmake": 'set(a [[ # x ]] "# y") «# why»',
    "julia": 'c = \'#\' + a\' «# why»\ns = "one\n# two" «#= so\nlong =#» * """ # """',
    "bash": (
        "echo ${a#b} $# \"# c\" don\\'t «# why»\ncat << EOF > x\n# text\nEOF\nd='# e' f=a#b\necho $'it\\'s # g' «# end»"
    ),
    "hcl": 'a = "${x["#"]} // #" «# why»\nb = <<-EOT\n  # text\n  EOT\n',
    "nix": "a // b // { c = ''x # ''' y''; d = \"${e \"#\"} #\"; } «# why»",
    "lua": "s = [==[ -- ]] x ]==] «-- why»\nt = '--' .. a «--[[ so\nlong ]]» - b",
    "sql": "select '--', a - -1, \"x -- y\" «-- why»\nfrom t «/* so */» where b = 'it''s -- c'",
    "ada": "C := '-'; D := \"--\"; E := X'First; F := '''; «-- why»",
    "haskell": "f = a --> b |-- c «-- why»\n{-# INLINE f #-}\ng' = '\"' : \"-- {- \" «{- so -}» ++ h",
    "commonlisp": '(a #\\; "; b" |c;d|) «; why»\n(#\\( «#| so |#» e)',
    "elisp": '(a ?; ?\\; "; b") «; why»',
    "clojure": '(a \\; "; b") «; why»\n#;(c) (d)',
    "ocaml": 'let a = \'"\' «(* why *)» and b = {x|(* c *)|x} and d = ( (*) ) "(* "',
    "fsharp": 'let a = @"c:\\" + "//" «// why»\nlet b = (*) 2 «(* so *)» 3',
    "pascal": "a := '(* b { // ' «{ why }» + c; {$IFDEF X} «// so»",
    "erlang": 'a = $% + $" + "% b" + \'% c\' «% why»\n',
    "prolog": "a :- b = 0'%, c = '% d' «% why»\n",
    "latex": "50\\% of it «% why»\n\\a{b}",
    "matlab": "a' + b.'; c = '% d'; e = \"% f\" «% why»",
    "fortran": "a = '! b' «! why»\n!$omp parallel\nc = \"it's ! d\"",
    "html": '<a href="<!-- x">b</a> «<!-- why -->» c',
    "css": 'a { b: url(http://c/*d); e: "/*"; } «/* why */» f {}',
    "yaml": (
        "a: http://b#c «# why»\nd: 'it''s # e' «# so»\nf: don't\ng: |\n  # text\n\n  more # text\nh: \"one\n  # two\"\n"
    ),
    "coffeescript": 'a = "#{b "#c"} #" «# why»\n«### so\nlong ###»\nd = /e#f/.test g',
    "markdown": "# Title // one -- two /* three */ «»",
    "klingon": "a // b # c -- d /* e */ ; f % g",
}


def parted(sample: str) -> tuple[str, list[int]]:
    """A sample without its marks, and where its code stands."""
    text, code, inside = "", [], False
    for letter in sample:
        if letter in "«»":
            inside = letter == "«"
            continue
        if not inside and not letter.isspace():
            code.append(len(text))
        text += letter
    return text, code


@pytest.mark.parametrize("language", sorted(SAMPLES))
def test_each_letter_and_mark_of_code_counts(language: str) -> None:
    text, code = parted(SAMPLES[language])
    stream = token_stream(text, language)
    for at in code:
        for other in "Q7":
            assert token_stream(f"{text[:at]}{other}{text[at + 1 :]}", language) != stream, (at, text[at:])


@pytest.mark.parametrize("language", sorted(SAMPLES))
def test_comments_do_not_count(language: str) -> None:
    sample = SAMPLES[language]
    without = "".join(part.partition("»")[2] if n else part for n, part in enumerate(sample.split("«")))
    stream = [part for part in token_stream(parted(sample)[0], language) if part != "\n"]
    assert stream == [part for part in token_stream(without, language) if part != "\n"]


@given(st.sampled_from(sorted(SAMPLES)), st.data())
def test_any_other_letter_in_code_makes_another_stream(language: str, data: st.DataObject) -> None:
    text, code = parted(SAMPLES[language])
    at = data.draw(st.sampled_from(code))
    other = data.draw(st.sampled_from("zZé_0").filter(lambda letter: letter != text[at]))
    assert token_stream(f"{text[:at]}{other}{text[at + 1 :]}", language) != token_stream(text, language)


def test_every_family_has_a_sample() -> None:
    shown = {FAMILY_OF.get(language, language if language in FAMILIES else "plain") for language in SAMPLES}
    assert shown == set(FAMILIES)
    assert set(FAMILY_OF.values()) <= set(FAMILIES)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("ruby", "x =~ /a#b/", "x =~ /a#c/"),
        ("perl", "$#a + 1", "$#b * 7"),
        ("javascript", "x => /[/*]/.test(x)", "x => /[/*]/.exec(x)"),
        ("ruby", "a << b\nb = 1 # c\nb", "a << b\nb = 2 # c\nb"),
    ],
)
def test_what_looks_like_a_comment_is_code(language: str, one: str, other: str) -> None:
    assert token_stream(one, language) != token_stream(other, language)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("javascript", "a = b / c // why", "a = b / c"),
        ("javascript", "a = (b + c) / d /* why */ / e", "a = (b + c) / d / e"),
        ("ruby", "a = b / c # why", "a = b / c"),
        ("ruby", "list << item # why\nitem = 1", "list << item\nitem = 1"),
        ("perl", "$a = $b / 2; # why", "$a = $b / 2;"),
    ],
)
def test_a_division_opens_no_regular_expression(language: str, one: str, other: str) -> None:
    assert token_stream(one, language) == token_stream(other, language)
