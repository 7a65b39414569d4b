package main

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/dataset"
	"gpuscale/handlers/admin"
	"gpuscale/store"
)

// editor is a signed-in browser without scripts.
type editor struct {
	t       testing.TB
	handler http.Handler
	cookies []*http.Cookie
	address string
}

const editorPassword = "steelyard weighs twelve cards"

// signIn makes an account and signs it in.
func signIn(t testing.TB, p *portal, h http.Handler, name string) *editor {
	t.Helper()
	hash, err := admin.HashPassword(t.Context(), editorPassword)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.store.AddUser(t.Context(), name, store.RoleEditor, hash); err != nil {
		t.Fatal(err)
	}
	e := &editor{t: t, handler: h, address: nextVisitor()}
	w := e.post("/admin/login", url.Values{"username": {name}, "password": {editorPassword}})
	if w.Code != http.StatusSeeOther {
		t.Fatalf("sign in: %d %.300s", w.Code, w.Body)
	}
	e.cookies = w.Result().Cookies()
	return e
}

func (e *editor) send(r *http.Request) *httptest.ResponseRecorder {
	r.RemoteAddr = e.address
	for _, c := range e.cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	e.handler.ServeHTTP(w, r)
	return w
}

func (e *editor) post(path string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return e.send(r)
}

// why is the reason that every change needs.
func why() url.Values { return url.Values{"why": {"checked"}} }

// get follows redirects and pages that ask for themselves again, to a document.
func (e *editor) get(path string) (int, *goquery.Document) {
	e.t.Helper()
	for range 200 {
		w := e.send(httptest.NewRequest(http.MethodGet, path, nil))
		if next := w.Header().Get("Location"); next != "" {
			path = next
			continue
		}
		if w.Header().Get("Refresh") != "" {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		return w.Code, e.document(w)
	}
	e.t.Fatalf("%s never comes to rest", path)
	return 0, nil
}

func (e *editor) document(w *httptest.ResponseRecorder) *goquery.Document {
	e.t.Helper()
	d, err := goquery.NewDocumentFromReader(w.Body)
	if err != nil {
		e.t.Fatal(err)
	}
	return d
}

// upload sends a file and returns the address of its preview.
func (e *editor) upload(name, content string, fields ...string) (string, *httptest.ResponseRecorder) {
	e.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for i := 0; i+1 < len(fields); i += 2 {
		if err := form.WriteField(fields[i], fields[i+1]); err != nil {
			e.t.Fatal(err)
		}
	}
	file, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = file.Write([]byte(content))
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		e.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "/admin/import", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	w := e.send(r)
	return w.Header().Get("Location"), w
}

// preview uploads a file and returns its preview.
func (e *editor) preview(name, content string, fields ...string) (string, *goquery.Document) {
	e.t.Helper()
	path, w := e.upload(name, content, fields...)
	if w.Code != http.StatusSeeOther {
		e.t.Fatalf("upload: %d %.300s", w.Code, w.Body)
	}
	status, d := e.get(path)
	if status != http.StatusOK {
		e.t.Fatalf("preview: %d %.500s", status, strings.TrimSpace(d.Find("main").Text()))
	}
	return path, d
}

// facts are the counts of a preview, in their order.
func facts(d *goquery.Document) string {
	return strings.Join(d.Find("main dl.facts dd").Map(func(_ int, s *goquery.Selection) string { return strings.TrimSpace(s.Text()) }), " ")
}

func words(s *goquery.Selection) string { return strings.Join(strings.Fields(s.Text()), " ") }

func TestAnEditorImportsAfterAPreview(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	path, d := e.preview("offers.csv", twoOffers+"imp-3,tencent-cloud,A100,8,on-demand,8.00,list,RMBB,gpu-hour,official page,A,whole,1,,,\n")
	if got := facts(d); got != "2 0 0 1" {
		t.Errorf("new, changed, unchanged, refused: %s", got)
	}
	page := words(d.Find("main"))
	for _, want := range []string{"UTF-8", "以「,」分隔", "第 4 行", "币种", "RMBB", "腾讯云", "写入 2 处变更", "¥8.00 / 卡时", "还没有写入任何数据"} {
		if !strings.Contains(page, want) {
			t.Errorf("the preview lacks %s: %s", want, page)
		}
	}
	if _, ok := p.snapshot.Current().Offer("imp-1"); ok {
		t.Error("a preview has written")
	}
	if w := e.send(httptest.NewRequest(http.MethodGet, path+"/refused.csv", nil)); w.Code != 200 || !strings.Contains(w.Body.String(), "offers.csv,4,offers,currency,RMBB") {
		t.Errorf("refused lines: %d %s", w.Code, w.Body)
	}
	if w := e.post(path, url.Values{"why": {"核对过官网"}}); w.Code != http.StatusSeeOther {
		t.Fatalf("write: %d %.300s", w.Code, w.Body)
	}
	_, d = e.get(path)
	link := d.Find("main .note-k a").AttrOr("href", "")
	if link != "/admin/changesets/2" {
		t.Fatalf("written as %q: %s", link, words(d.Find("main")))
	}
	if _, ok := p.snapshot.Current().Offer("imp-1"); !ok {
		t.Error("visitors do not see what was written")
	}
	if status, d := e.get(link); status != 200 || !strings.Contains(words(d.Find("main")), "核对过官网") || !strings.Contains(words(d.Find("main")), "offers.csv") {
		t.Errorf("the changeset: %d %s", status, words(d.Find("main")))
	}
	if w := e.post(link+"/revert", url.Values{"why": {"试试"}}); w.Code != http.StatusSeeOther {
		t.Fatalf("revert: %d %.300s", w.Code, w.Body)
	}
	if _, ok := p.snapshot.Current().Offer("imp-1"); ok {
		t.Error("the import was not taken back")
	}
}

func TestAnImportThatSomebodyOvertookIsNotWritten(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	path, _ := e.preview("offers.csv", twoOffers)
	e.post(path, why())
	path, _ = e.preview("offers.csv", repriced("8.20"))
	change(t, p, "imp-1", "8.4")
	w := e.post(path, why())
	d := e.document(w)
	if w.Code != http.StatusConflict || !strings.Contains(words(d.Find(".note-b")), "imp-1") || !strings.Contains(words(d.Find(".note-b")), "8.4") {
		t.Fatalf("%d: %s", w.Code, words(d.Find(".note-b")))
	}
	if _, price, _ := p.snapshot.Current().Price("imp-1"); price.Amount.Value.String() != "8.4" {
		t.Errorf("the price is %s", price.Amount.Value)
	}
	if w := e.post(path+"/providers", nil); w.Code != http.StatusSeeOther {
		t.Errorf("compare again: %d", w.Code)
	}
	if _, d := e.get(path); !strings.Contains(words(d.Find("main tbody")), "−2.4%") {
		t.Errorf("compared again: %s", words(d.Find("main tbody")))
	}
}

func TestForeignCataloguesSayWhoseTheyAre(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	list := "Cloud,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,On-demand,Per-GPU,Spot,Name\n" +
		"Nimbus,A100 (80 GB),Ampere,8,640,96,1000,16.00,2.00,,nimbus.8x\nLambda,A100 (80 GB),Ampere,1,80,30,200,1.99,1.99,,gpu_1x\n"
	path, d := e.preview("cloud-gpus.csv", list, "seen", "2026-11-20", "source", "https://example.com/list")
	if got := words(d.Find("main")); !strings.Contains(got, "MIT 许可") || !strings.Contains(got, "nimbus") {
		t.Fatalf("the preview says %s", got)
	}
	if got := d.Find("input[name='name.0']").AttrOr("value", ""); got != "nimbus" {
		t.Fatalf("unknown provider %q of %s", got, facts(d))
	}
	wrong := e.post(path+"/providers", url.Values{"name.0": {"nimbus"}, "as.0": {"+"}, "label.0": {""}, "kind.0": {"platform"}, "market.0": {"intl"}})
	if wrong.Code != http.StatusUnprocessableEntity {
		t.Errorf("a provider without a name: %d", wrong.Code)
	}
	kind := d.Find("#kind-0 option").First().AttrOr("value", "")
	if w := e.post(path+"/providers", url.Values{"name.0": {"nimbus"}, "as.0": {"+"}, "label.0": {"Nimbus"}, "kind.0": {kind}, "market.0": {d.Find("#market-0 option").First().AttrOr("value", "")}}); w.Code != http.StatusSeeOther {
		t.Fatalf("adding a provider: %d %s", w.Code, words(e.document(w).Find(".err")))
	}
	_, d = e.get(path)
	if got := facts(d); got != "3 0 0 0" {
		t.Errorf("with the provider added: %s: %s", got, words(d.Find("main tbody")))
	}
	if w := e.post(path, why()); w.Code != http.StatusSeeOther {
		t.Fatalf("write: %d %.400s", w.Code, words(e.document(w).Find("main")))
	}
	if provider, ok := p.snapshot.Current().Provider("nimbus"); !ok || provider.Name.En != "Nimbus" {
		t.Error("the provider was not added")
	}
}

func TestOthersDoNotSeeAnUploadAndStrangersNothing(t *testing.T) {
	p, h := opened(t)
	e, other := signIn(t, p, h, "ming"), signIn(t, p, h, "hong")
	path, _ := e.preview("offers.csv", twoOffers)
	if status, _ := other.get(path); status != http.StatusNotFound {
		t.Errorf("another editor: %d", status)
	}
	stranger := &editor{t: t, handler: h, address: nextVisitor()}
	for _, address := range []string{path, "/admin/import", "/admin/export", "/admin/work"} {
		if w := stranger.send(httptest.NewRequest(http.MethodGet, address, nil)); w.Code != http.StatusSeeOther || !strings.HasPrefix(w.Header().Get("Location"), "/admin/login") {
			t.Errorf("%s for a stranger: %d to %q", address, w.Code, w.Header().Get("Location"))
		}
	}
	if w := e.post(path+"/forget", nil); w.Code != http.StatusSeeOther {
		t.Errorf("forget: %d", w.Code)
	}
	if status, _ := e.get(path); status != http.StatusNotFound {
		t.Errorf("a forgotten upload: %d", status)
	}
}

func TestUploadsThatCannotBeReadSayWhy(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	for name, row := range map[string]struct {
		file, content, want string
		fields              []string
		status              int
	}{
		"no file":             {"", "", "请选一个文件", nil, 422},
		"a wrong date":        {"a.csv", "x", "请填日期", []string{"seen", "gestern"}, 422},
		"an unknown provider": {"a.csv", "x", "没有这一项", []string{"provider", "nobody"}, 422},
	} {
		t.Run(name, func(t *testing.T) {
			_, w := e.upload(row.file, row.content, row.fields...)
			if got := words(e.document(w).Find(".err")); w.Code != row.status || !strings.Contains(got, row.want) {
				t.Errorf("%d: %s", w.Code, got)
			}
		})
	}
	path, _ := e.upload("a.xlsx", "no workbook")
	if status, d := e.get(path); status != http.StatusUnprocessableEntity || !strings.Contains(words(d.Find("main")), "文件名和内容不一致") {
		t.Errorf("a wrong workbook: %d %s", status, words(d.Find("main")))
	}
}

func TestAnUploadBeyondTheLimitIsRefused(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	var rows strings.Builder
	rows.WriteString("alias,slug,kind\n")
	for i := range dataset.MaxRows + 1 {
		fmt.Fprintf(&rows, "n%d,x,product\n", i)
	}
	path, _ := e.upload("aliases.csv", rows.String())
	if status, d := e.get(path); status != http.StatusUnprocessableEntity || !strings.Contains(words(d.Find("main")), "200,000 行") {
		t.Errorf("too many rows: %d %s", status, words(d.Find("main")))
	}
	if _, w := e.upload("offers.csv", strings.Repeat("x", dataset.MaxBytes+1)); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("too many bytes: %d", w.Code)
	}
}

func TestTheFormForUploadsNamesWhatCanBeImported(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	status, d := e.get("/admin/import")
	if form := d.Find("form#upload"); status != http.StatusOK || form.AttrOr("enctype", "") != "multipart/form-data" || form.Find("input[type=file]").Length() != 1 {
		t.Errorf("%d: %s", status, words(d.Find("main")))
	}
	for _, want := range []string{"64 MiB", "200,000", "SkyPilot", "CC BY 4.0", "MIT"} {
		if !strings.Contains(words(d.Find("main")), want) {
			t.Errorf("the form lacks %s", want)
		}
	}
}

func TestWhatEditorsDownloadImportsWithoutAChange(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	path, _ := e.preview("offers.csv", twoOffers)
	e.post(path, why())
	_, d := e.get("/admin/export")
	d.Find("main a[href^='/admin/export/']").Each(func(_ int, link *goquery.Selection) {
		href := link.AttrOr("href", "")
		w := e.send(httptest.NewRequest(http.MethodGet, href, nil))
		name := href[strings.LastIndexByte(href, '/')+1:]
		if w.Code != http.StatusOK || !strings.Contains(w.Header().Get("Content-Disposition"), name) {
			t.Fatalf("%s: %d %s", href, w.Code, w.Header())
		}
		if marked := strings.HasPrefix(w.Body.String(), "\ufeff"); strings.HasSuffix(name, ".csv") && marked != strings.Contains(name, "-excel") {
			t.Errorf("%s: a mark: %v", name, marked)
		}
		if name != "gpuscale.zip" && name != "gpuscale-excel.zip" && name != "gpuscale.xlsx" && name != "offers-excel.csv" {
			return
		}
		_, preview := e.preview(name, w.Body.String())
		if got := strings.Fields(facts(preview)); got[0] != "0" || got[1] != "0" || got[2] == "0" || got[3] != "0" {
			t.Errorf("%s imported again: %s: %s", name, got, words(preview.Find("main tbody")))
		}
	})
	if w := e.send(httptest.NewRequest(http.MethodGet, "/admin/export/offers.csv", nil)); !strings.Contains(w.Body.String(), ",'=1+1") {
		t.Error("a formula is exported as one")
	}
	for _, file := range []string{"other.zip", "users.csv", "offers.xlsx", "offers"} {
		if w := e.send(httptest.NewRequest(http.MethodGet, "/admin/export/"+file, nil)); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", file, w.Code)
		}
	}
}
