package static

import "testing"

func TestStylesKeepTheirMeaningWithoutWhiteSpace(t *testing.T) {
	cases := []struct{ name, css, want string }{
		{"comments go", "/* a; b */\n.x { color: red } /* c */\n", ".x{color:red}"},
		{"space between selectors stays", ".a :is(th, td) > .b, .c { margin: 0 auto }", ".a :is(th,td) > .b,.c{margin:0 auto}"},
		{"pseudo-classes of descendants stay apart", "main :first-child { top: -1px }", "main :first-child{top:-1px}"},
		{"strings stay", `.a::before { content: " , {;} : /* " }`, `.a::before{content:" , {;} : /* "}`},
		{"sums keep their space", "p { inline-size: calc(100% - 16px) }", "p{inline-size:calc(100% - 16px)}"},
		{"queries", "@media (min-width: 720px) { a { top: 0; left: 0 } }", "@media (min-width:720px){a{top:0;left:0}}"},
	}
	for _, c := range cases {
		if got := compact(c.css); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
