package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/dataset"
	"gpuscale/store"
)

// adminRoutes lists the registered addresses below /admin with values for their
// parameters.
func adminRoutes(d *desk) [][2]string {
	fill := strings.NewReplacer(":kind", "offers", ":key", pricedKey, ":id", "1")
	var routes [][2]string
	for _, r := range d.server.Routes() {
		if strings.HasPrefix(r.Path, "/admin") {
			routes = append(routes, [2]string{r.Method, fill.Replace(r.Path)})
		}
	}
	return routes
}

// open are the addresses that strangers may ask for.
var open = []string{"/admin/login", "/admin/logout", "/admin/setup"}

func TestStrangersSeeNothingBehindTheSignIn(t *testing.T) {
	d := newDesk(t)
	stranger := d.browser("192.0.2.66:1")
	routes := adminRoutes(d)
	if len(routes) < 40 {
		t.Fatalf("only %d addresses found", len(routes))
	}
	for _, r := range routes {
		if slices.Contains(open, r[1]) {
			continue
		}
		w := stranger.do(r[0], r[1], "application/x-www-form-urlencoded", "")
		if location := w.Header().Get("Location"); w.Code != http.StatusSeeOther || !strings.HasPrefix(location, "/admin/login?next=") {
			t.Errorf("%s %s: %d to %q", r[0], r[1], w.Code, location)
		}
		if w := stranger.do(r[0], r[1], "", "", "Authorization", "Bearer gpuscale_WRONGWRONGWRONGWRONGWRONG"); w.Code != http.StatusUnauthorized {
			t.Errorf("%s %s with a wrong token: %d", r[0], r[1], w.Code)
		}
		w = stranger.do(r[0], r[1], "", "", "HX-Request", "true")
		if r[0] == http.MethodGet && path.Ext(r[1]) == "" && (w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("HX-Redirect"), "/admin/login")) {
			t.Errorf("%s %s by htmx: %d", r[0], r[1], w.Code)
		}
	}
	if w := stranger.get(pricedOffer + ".json"); w.Code != http.StatusUnauthorized {
		t.Errorf("JSON: %d", w.Code)
	}
}

func TestEditorsDoNotManageAccounts(t *testing.T) {
	d := newDesk(t)
	editor := d.signedIn(t, "an", store.RoleEditor)
	walked := 0
	for _, r := range adminRoutes(d) {
		if !strings.HasPrefix(r[1], "/admin/users") {
			continue
		}
		walked++
		if w := editor.do(r[0], r[1], "application/x-www-form-urlencoded", "role=admin&disabled=yes"); w.Code != http.StatusForbidden {
			t.Errorf("%s %s: %d", r[0], r[1], w.Code)
		}
	}
	if walked < 5 {
		t.Errorf("only %d addresses of accounts", walked)
	}
	if !strings.Contains(d.log.String(), "access denied") {
		t.Error("denials are not logged")
	}
}

func TestOtherSitesChangeNothing(t *testing.T) {
	d := newDesk(t)
	admin := d.signedIn(t, "an", store.RoleAdmin)
	before, err := d.store.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	foreign := [][]string{
		{"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"},
		{"Sec-Fetch-Site", "same-site", "Origin", "https://other.scale.example"},
		{"Origin", "null"},
		{"Origin", "https://evil.example"},
	}
	walked := 0
	for _, r := range adminRoutes(d) {
		if r[0] == http.MethodGet || r[0] == http.MethodHead {
			continue
		}
		for _, method := range []string{r[0], http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
			for _, header := range foreign {
				for _, b := range []*browser{admin, d.browser("192.0.2.66:1")} {
					walked++
					if w := b.do(method, r[1], "application/x-www-form-urlencoded", "version=1&price_amount=1", header...); w.Code != http.StatusForbidden {
						t.Errorf("%s %s %v: %d", method, r[1], header, w.Code)
					}
				}
			}
		}
	}
	after, err := d.store.Revision(t.Context())
	if err != nil || after != before || walked == 0 {
		t.Errorf("revision %d became %d (%v)", before, after, err)
	}
	if w := admin.get("/admin/offers"); w.Code != http.StatusOK {
		t.Errorf("the session has ended: %d", w.Code)
	}
}

func TestReadingChangesNothing(t *testing.T) {
	d := newDesk(t)
	admin := d.signedIn(t, "an", store.RoleAdmin)
	for _, r := range adminRoutes(d) {
		if r[0] != http.MethodGet && r[0] != http.MethodHead {
			continue
		}
		if w := admin.do(r[0], r[1], "", ""); w.Code >= 500 {
			t.Errorf("%s %s: %d", r[0], r[1], w.Code)
		}
	}
	if revision, err := d.store.Revision(t.Context()); err != nil || revision != 1 {
		t.Errorf("revision %d, %v", revision, err)
	}
}

func TestPagesForEditorsAreKeptByNobody(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	for _, path := range []string{"/admin/offers", pricedOffer, "/admin/history", "/admin/account"} {
		w := b.get(path)
		if w.Header().Get("Cache-Control") != "no-store" || !strings.Contains(w.Header().Get("X-Robots-Tag"), "noindex") {
			t.Errorf("%s: %v", path, w.Header())
		}
		page := parsed(t, w)
		if page.Find(`meta[name=robots][content=noindex]`).Length() != 1 || page.Find(`body[hx-history=false]`).Length() != 1 {
			t.Errorf("%s may be kept", path)
		}
	}
}

func TestOnlyLocalPathsAreFollowedAfterTheSignIn(t *testing.T) {
	d := newDesk(t)
	d.account(t, "an", store.RoleEditor)
	for next, want := range map[string]string{
		"//example.com": "/admin/", `/\example.com`: "/admin/", `/a/../\example.com`: "/admin/", "/%5cexample.com": "/admin/",
		"https:example.com": "/admin/", `\\example.com`: "/admin/", "javascript:alert(1)": "/admin/", "/ok?x=1": "/ok?x=1", "": "/admin/",
	} {
		w := d.browser("192.0.2.7:1").post("/admin/login", url.Values{"username": {"an"}, "password": {d.password}, "next": {next}})
		if got := w.Header().Get("Location"); w.Code != http.StatusSeeOther || got != want {
			t.Errorf("%q leads to %q (%d), not %q", next, got, w.Code, want)
		}
	}
}

func TestForwardedAddressesDoNotEscapeTheThrottle(t *testing.T) {
	d := newDesk(t)
	d.account(t, "an", store.RoleEditor)
	b := d.browser("192.0.2.7:1")
	checked := 0
	for i := range 100 {
		w := b.post("/admin/login", url.Values{"username": {"an"}, "password": {"wrong"}}, "X-Forwarded-For", fmt.Sprintf("198.51.100.%d", i))
		if w.Code == http.StatusUnprocessableEntity {
			checked++
		} else if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
			t.Fatalf("%d", w.Code)
		}
	}
	if checked > 5 {
		t.Errorf("%d of 100 passwords were tried", checked)
	}
	if log := d.log.String(); !strings.Contains(log, "192.0.2.7") || strings.Contains(log, "198.51.100.") || strings.Contains(log, `"wrong"`) {
		t.Error("the log has the forged address, or the password, or lacks the real address")
	}
}

// threeNames are accounts that an attacker would like to tell apart: one that is
// there, one that is not, and a disabled one whose password is right.
func threeNames(t testing.TB, d *desk) map[string]string {
	t.Helper()
	d.account(t, "known", store.RoleEditor)
	closed := d.account(t, "closed", store.RoleEditor)
	if err := d.store.SetDisabled(t.Context(), closed.ID, true); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"known": "wrong", "nobody": "wrong", "closed": d.password}
}

// TestSignInTellsNothingAboutAccounts compares 201 refusals with each other. That they
// take as long is held by the work they do (see the tests of hashes) and measured by
// BenchmarkRefusedSignIns.
func TestSignInTellsNothingAboutAccounts(t *testing.T) {
	d := newDesk(t)
	names := threeNames(t, d)
	var first string
	for i := range 67 {
		for name, password := range names {
			w := d.browser(fmt.Sprintf("203.0.113.%d:1", i)).login(name, password)
			header := w.Header().Clone()
			header.Del("Content-Length")
			answer := fmt.Sprint(w.Code, header, strings.ReplaceAll(w.Body.String(), `value="`+name+`"`, ""))
			if first == "" {
				first = answer
			}
			if w.Code != http.StatusUnprocessableEntity || answer != first {
				t.Fatalf("%s is answered differently: %d", name, w.Code)
			}
		}
	}
}

// BenchmarkRefusedSignIns reports the median time of refusals of a disabled and of an
// unknown name against that of a known one, asked in turns.
func BenchmarkRefusedSignIns(b *testing.B) {
	d := newDesk(b)
	names := threeNames(b, d)
	took := map[string][]time.Duration{}
	for i := 0; b.Loop(); i++ {
		for name, password := range names {
			visitor := d.browser(fmt.Sprintf("203.0.%d.%d:1", i/250, i%250))
			start := time.Now()
			visitor.login(name, password)
			took[name] = append(took[name], time.Since(start))
		}
	}
	median := func(name string) float64 {
		slices.Sort(took[name])
		return float64(took[name][len(took[name])/2])
	}
	b.ReportMetric(median("nobody")/median("known"), "unknown/known")
	b.ReportMetric(median("closed")/median("known"), "disabled/known")
}

// TestAnAttackLocksNobodyOut counts what is done instead of measuring it: which attempts
// reach the hash, and by how much an answer is slowed down on purpose.
func TestAnAttackLocksNobodyOut(t *testing.T) {
	d := newDesk(t)
	d.clock.fixed = time.Now() // and stays there
	hashed := func() int { return strings.Count(d.log.String(), `"msg":"sign-in failed"`) }
	d.account(t, "admin", store.RoleAdmin)
	d.account(t, "colleague", store.RoleEditor)
	attacker := d.browser("198.51.100.9:1")
	slowed := 0
	for range 1000 {
		if w := attacker.login("admin", "guess"); w.Code == http.StatusTooManyRequests {
			slowed++
		}
	}
	if slowed != 999 || hashed() != 1 {
		t.Errorf("of 1,000 attempts at once %d were told to wait, %d reached the hash", slowed, hashed())
	}
	// Guesses from many addresses reach the soft cap of the name, and are slowed down.
	for i := range 60 {
		d.browser(fmt.Sprintf("203.0.113.%d:1", i)).login("admin", "guess")
	}
	if hashed() != 61 || len(d.paused) != 11 {
		t.Errorf("%d attempts reached the hash, %d were slowed down", hashed(), len(d.paused))
	}
	d.paused = nil
	if w := d.browser("192.0.2.7:1").login("admin", d.password); w.Code != http.StatusSeeOther || !slices.Equal(d.paused, []time.Duration{time.Second}) {
		t.Errorf("the owner from elsewhere: %d, slowed down by %v", w.Code, d.paused)
	}
	d.paused = nil
	if w := d.browser("192.0.2.7:2").login("admin", d.password); w.Code != http.StatusSeeOther || len(d.paused) != 0 {
		t.Errorf("the owner from a known address: %d, slowed down by %v", w.Code, d.paused)
	}
	if w := d.browser("198.51.100.9:2").login("colleague", d.password); w.Code != http.StatusSeeOther {
		t.Errorf("another account behind the attacker's address: %d", w.Code)
	}
}

func TestSessionsEndWhenTheyShould(t *testing.T) {
	t.Run("after an hour without a request", func(t *testing.T) {
		d := newDesk(t)
		b := d.signedIn(t, "an", store.RoleEditor)
		for range 2 { // each request begins another hour
			d.clock.pass(59 * time.Minute)
			if w := b.get("/admin/offers"); w.Code != http.StatusOK {
				t.Errorf("after 59 minutes: %d", w.Code)
			}
		}
		d.clock.pass(61 * time.Minute)
		if w := b.get("/admin/offers"); w.Code != http.StatusSeeOther {
			t.Errorf("after 61 minutes: %d", w.Code)
		}
	})
	t.Run("twelve hours after the sign-in, however busy it was", func(t *testing.T) {
		d := newDesk(t)
		b := d.signedIn(t, "an", store.RoleEditor)
		for passed := 30 * time.Minute; passed < 12*time.Hour; passed += 30 * time.Minute {
			d.clock.pass(30 * time.Minute)
			if w := b.get("/admin/offers"); w.Code != http.StatusOK {
				t.Fatalf("after %v: %d", passed, w.Code)
			}
		}
		d.clock.pass(29 * time.Minute)
		if w := b.get("/admin/offers"); w.Code != http.StatusOK {
			t.Errorf("a minute before the end: %d", w.Code)
		}
		d.clock.pass(2 * time.Minute)
		if w := b.get("/admin/offers"); w.Code != http.StatusSeeOther {
			t.Errorf("a minute after the end: %d", w.Code)
		}
		if w := b.login("an", d.password); w.Code != http.StatusSeeOther {
			t.Errorf("signing in again: %d", w.Code)
		}
		if w := b.get("/admin/offers"); w.Code != http.StatusOK {
			t.Errorf("after signing in again: %d", w.Code)
		}
	})
	ends := map[string]func(*testing.T, *desk, *browser, store.User){
		"by signing out": func(t *testing.T, d *desk, b *browser, _ store.User) {
			stolen := b.cookies["gpuscale_sid"]
			if w := b.post("/admin/logout", nil); w.Code != http.StatusSeeOther || b.cookies["gpuscale_sid"] != "" {
				t.Errorf("signing out: %d", w.Code)
			}
			b.cookies["gpuscale_sid"] = stolen
		},
		"by disabling": func(t *testing.T, d *desk, _ *browser, u store.User) {
			if err := d.store.SetDisabled(t.Context(), u.ID, true); err != nil {
				t.Fatal(err)
			}
		},
		"by another role": func(t *testing.T, d *desk, _ *browser, u store.User) {
			if err := d.store.SetRole(t.Context(), u.ID, store.RoleAdmin); err != nil {
				t.Fatal(err)
			}
		},
		"by a new password elsewhere": func(t *testing.T, d *desk, _ *browser, u store.User) {
			other := d.browser("192.0.2.8:1")
			other.login("an", d.password)
			w := other.post("/admin/account/password", url.Values{"current": {d.password}, "password": {"quite another long sentence"}})
			if w.Code != http.StatusSeeOther {
				t.Fatalf("changing: %d %s", w.Code, w.Body)
			}
			if w := other.get("/admin/offers"); w.Code != http.StatusOK {
				t.Errorf("who changed it is signed out: %d", w.Code)
			}
			if w := d.browser("192.0.2.8:1").login("an", d.password); w.Code == http.StatusSeeOther {
				t.Error("the old password still works")
			}
		},
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			b := d.signedIn(t, "an", store.RoleEditor)
			user, err := d.store.UserByName(t.Context(), "an")
			if err != nil {
				t.Fatal(err)
			}
			end(t, d, b, user)
			if w := b.get("/admin/offers"); w.Code != http.StatusSeeOther {
				t.Errorf("the session goes on: %d", w.Code)
			}
		})
	}
}

func TestASessionIsOpenedUnderANewToken(t *testing.T) {
	for _, secure := range []bool{false, true} {
		d := openDesk(t, seededCopy(t), secure)
		d.account(t, "an", store.RoleEditor)
		b := d.browser("192.0.2.7:1")
		name := "gpuscale_sid"
		if secure {
			name = "__Host-sid"
		}
		b.cookies[name] = "planted"
		w := b.login("an", d.password)
		cookies := w.Result().Cookies()
		if len(cookies) != 1 {
			t.Fatalf("%d cookies", len(cookies))
		}
		c := cookies[0]
		if c.Name != name || c.Value == "planted" || len(c.Value) < 22 || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" || c.Secure != secure {
			t.Errorf("secure %t: %s", secure, w.Header().Get("Set-Cookie"))
		}
		first := b.cookies[name]
		if b.login("an", d.password); b.cookies[name] == first {
			t.Error("a second sign-in keeps the token")
		}
		old := d.browser("192.0.2.7:1")
		old.cookies[name] = first
		if w := old.get("/admin/offers"); w.Code != http.StatusSeeOther {
			t.Errorf("the first token still works: %d", w.Code)
		}
	}
}

func TestTheFirstAdministratorIsMadeOnce(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		if w := d.browser("192.0.2.7:1").get("/admin/setup"); w.Code != http.StatusNotFound {
			t.Errorf("before a code is printed: %d", w.Code)
		}
		code, _, err := d.admin.SetupCode(t.Context())
		if err != nil || code == "" {
			t.Fatalf("%q, %v", code, err)
		}
		wrong := url.Values{"code": {"AAAA"}, "username": {"an"}, "password": {"a long sentence of mine"}}
		if w := d.browser("192.0.2.7:1").post("/admin/setup", wrong); w.Code != http.StatusUnprocessableEntity {
			t.Errorf("a wrong code: %d", w.Code)
		}
		var both sync.WaitGroup
		codes := make([]int, 2)
		for i := range codes {
			both.Go(func() {
				form := url.Values{"code": {code}, "username": {fmt.Sprintf("admin%d", i)}, "password": {"a long sentence of mine"}}
				codes[i] = d.browser(fmt.Sprintf("192.0.2.%d:1", i+1)).post("/admin/setup", form).Code
			})
		}
		both.Wait()
		users, err := d.store.Users(t.Context())
		if err != nil || len(users) != 1 || users[0].Role != store.RoleAdmin {
			t.Errorf("%d accounts, %v; answers %v", len(users), err, codes)
		}
		if slices.Sort(codes); codes[0] != http.StatusSeeOther || codes[1] < 400 {
			t.Errorf("answers %v", codes)
		}
		if code, _, err := d.admin.SetupCode(t.Context()); code != "" || err != nil {
			t.Errorf("another code is given: %q %v", code, err)
		}
	})
	d := newDesk(t)
	code, _, err := d.admin.SetupCode(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d.clock.pass(61 * time.Minute)
	form := url.Values{"code": {code}, "username": {"an"}, "password": {"a long sentence of mine"}}
	if w := d.browser("192.0.2.7:1").post("/admin/setup", form); w.Code != http.StatusNotFound {
		t.Errorf("an expired code: %d", w.Code)
	}
}

func TestPasswordsAreChangedByTheirOwners(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	for name, row := range map[string]struct{ current, password, field string }{
		"without the current one": {"not it at all", "a long sentence of mine", "current"},
		"too short":               {d.password, "shortpass", "password"},
		"common":                  {d.password, "password1234", "password"},
	} {
		w := b.post("/admin/account/password", url.Values{"current": {row.current}, "password": {row.password}})
		if w.Code != http.StatusUnprocessableEntity || parsed(t, w).Find("[name="+row.field+"][aria-invalid=true]").Length() != 1 || strings.Contains(w.Body.String(), row.password) {
			t.Errorf("%s: %d", name, w.Code)
		}
		d.clock.pass(time.Minute)
	}
}

func TestTheLastAdministratorStays(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "root", store.RoleAdmin)
	root, err := d.store.UserByName(t.Context(), "root")
	if err != nil {
		t.Fatal(err)
	}
	account := fmt.Sprintf("/admin/users/%d", root.ID)
	for _, form := range []struct{ path, field, value string }{{"/disabled", "disabled", "yes"}, {"/role", "role", "editor"}} {
		if w := b.post(account+form.path, url.Values{form.field: {form.value}}); w.Code != http.StatusConflict {
			t.Errorf("%s: %d", form.path, w.Code)
		}
	}
	if w := b.post("/admin/users", url.Values{"username": {"bo"}, "role": {"admin"}, "password": {"a long sentence of mine"}}); w.Code != http.StatusSeeOther {
		t.Fatalf("adding: %d %s", w.Code, w.Body)
	}
	if w := b.post("/admin/users", url.Values{"username": {"ＢＯ"}, "role": {"editor"}, "password": {"a long sentence of mine"}}); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("a look-alike name: %d", w.Code)
	}
	if w := b.post(account+"/role", url.Values{"role": {"editor"}}); w.Code != http.StatusSeeOther {
		t.Errorf("with another administrator: %d", w.Code)
	}
}

func TestProgramsChangeRecordsUnderTheirVersion(t *testing.T) {
	d := newDesk(t)
	b := d.signedIn(t, "an", store.RoleEditor)
	token := func(scope string) string {
		w := b.post("/admin/account/tokens", url.Values{"name": {scope}, "scope": {scope}})
		secret := parsed(t, w).Find("#secret").AttrOr("value", "")
		if w.Code != http.StatusOK || len(secret) < 26 {
			t.Fatalf("%s: %d %q", scope, w.Code, secret)
		}
		return "Bearer " + secret
	}
	read, write := token("read"), token("write")
	program := d.browser("192.0.2.20:1")
	address := pricedOffer + ".json"
	got := program.get(address, "Authorization", read)
	tag := got.Header().Get("Etag")
	if got.Code != http.StatusOK || !strings.HasPrefix(tag, `"`) || !strings.Contains(got.Body.String(), `"price_amount":"0.63"`) {
		t.Fatalf("reading: %d %s %s", got.Code, tag, got.Body)
	}
	patch := func(auth, body string, header ...string) *httptest.ResponseRecorder {
		return program.do(http.MethodPatch, address, "application/json", body, append(header, "Authorization", auth)...)
	}
	const change = `{"why":"checked","values":{"price_amount":"0.65","source_date":"2026-11-30"}}`
	for name, row := range map[string]struct {
		want int
		w    *httptest.ResponseRecorder
	}{
		"a token for reading":   {http.StatusForbidden, patch(read, change, "If-Match", tag)},
		"without a version":     {http.StatusPreconditionRequired, patch(write, change)},
		"for any version":       {http.StatusPreconditionRequired, patch(write, change, "If-Match", "*")},
		"for a wrong version":   {http.StatusPreconditionFailed, patch(write, change, "If-Match", `"99"`)},
		"for a weak version":    {http.StatusPreconditionFailed, patch(write, change, "If-Match", "W/"+tag)},
		"an unknown column":     {http.StatusUnprocessableEntity, patch(write, `{"values":{"colour":"red"}}`, "If-Match", tag)},
		"an unknown field":      {http.StatusUnprocessableEntity, patch(write, `{"version":7}`, "If-Match", tag)},
		"no reason":             {http.StatusUnprocessableEntity, patch(write, `{"values":{"price_amount":"0.65","source_date":"2026-11-30"}}`, "If-Match", tag)},
		"no JSON":               {http.StatusUnprocessableEntity, patch(write, `price=1`, "If-Match", tag)},
		"a wrong value":         {http.StatusUnprocessableEntity, patch(write, `{"values":{"currency":"RMBB"}}`, "If-Match", tag)},
		"accounts with a token": {http.StatusForbidden, program.get("/admin/account", "Authorization", write)},
	} {
		if row.w.Code != row.want || !strings.Contains(row.w.Body.String(), `{"error":{"code":`) && !strings.Contains(name, "accounts") {
			t.Errorf("%s: %d, want %d: %s", name, row.w.Code, row.want, row.w.Body)
		}
	}
	w := patch(write, change, "If-Match", tag)
	if w.Code != http.StatusOK || w.Header().Get("Etag") == tag || !strings.Contains(w.Body.String(), `"price_amount":"0.65"`) {
		t.Fatalf("changing: %d %s", w.Code, w.Body)
	}
	history, err := d.store.History(t.Context(), dataset.Offers, pricedKey)
	if err != nil || history[0].Opened.Origin != store.OriginAPI || history[0].Opened.Who != "an" || history[0].Opened.Why != "checked" {
		t.Errorf("recorded as %+v, %v", history[0].Opened, err)
	}
	created := program.do(http.MethodPost, "/admin/texts.json", "application/json", `{"why":"a word missing","values":{"key":"guide.method","zh":"文","en":"text"}}`, "Authorization", write)
	if created.Code != http.StatusCreated || created.Header().Get("Location") != "/admin/texts/guide.method.json" {
		t.Errorf("creating: %d %s", created.Code, created.Body)
	}
	unseen := program.do(http.MethodPost, "/admin/texts.json", "application/json", `{"why":"a word missing","values":{"key":"guide.note","zh":"文"}}`, "Authorization", write)
	if unseen.Code != http.StatusUnprocessableEntity || !strings.Contains(unseen.Body.String(), `"key":`) {
		t.Errorf("a text that no page shows: %d %s", unseen.Code, unseen.Body)
	}
	ended := program.do(http.MethodDelete, "/admin/texts/guide.method.json", "application/json", `{"why":"not needed"}`, "Authorization", write, "If-Match", created.Header().Get("Etag"))
	if ended.Code != http.StatusOK {
		t.Errorf("ending: %d %s", ended.Code, ended.Body)
	}
	revoke := b.page(t, "/admin/account").Find(`form[action$="/revoke"]`)
	for _, action := range revoke.Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("action", "") }) {
		b.post(action, nil)
	}
	if w := program.get(address, "Authorization", write); w.Code != http.StatusUnauthorized {
		t.Errorf("a revoked token: %d", w.Code)
	}
}
