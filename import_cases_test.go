package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/text/encoding/simplifiedchinese"

	"gpuscale/dataset"
	"gpuscale/store"
	"gpuscale/store/storetest"
)

// TestAFeedDividesAPriceByItsCardsOnce imports a catalogue whose unit is the whole
// machine: four cards for 2.00 an hour are 0.50 a card, on the page as in files.
func TestAFeedDividesAPriceByItsCardsOnce(t *testing.T) {
	db := storetest.SQLite(t)
	feed := "instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor,flags,cpu_arch,provider_data\n" +
		"feed.4x,eu-1,2.00,48,192,4,A10,24,True,,nvidia,,x86,\nfeed.4x,eu-1,2.00,48,192,4,A10,24,True,,nvidia,,x86,\n"
	out := commandOn(t, db, exitOK, "import", write(t, "tencent-cloud.csv", feed), "-seen", "2026-11-25", "-source", "https://example.com/catalog")
	if !strings.Contains(out, "new 1, ") || !strings.Contains(out, "duplicate 1,") || !strings.Contains(out, "states no data licence") {
		t.Fatalf("import says %s", out)
	}
	p, err := openPortal(t.Context(), settings{addr: "localhost:8080", db: db}, silent(), "127.0.0.1:8080")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.store.Close() }()
	var list struct {
		Offers []struct {
			Count  int `json:"count"`
			Prices []struct {
				Price   struct{ Amount, Unit string } `json:"price"`
				PerHour struct{ Amount string }       `json:"per_gpu_hour"`
			} `json:"prices"`
		} `json:"offers"`
	}
	w := answer(p.server.Handler(), http.MethodGet, "/offers.json?show=all&currency=USD&q=feed.4x")
	if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil || len(list.Offers) != 1 {
		t.Fatalf("%v: %s", err, w.Body)
	}
	if o := list.Offers[0]; o.Count != 4 || o.Prices[0].Price.Amount != "2.00" || o.Prices[0].Price.Unit != "instance-hour" || o.Prices[0].PerHour.Amount != "0.5000" {
		t.Errorf("got %+v", o)
	}
}

func TestASpreadsheetFromChinaIsImported(t *testing.T) {
	db, dir := storetest.SQLite(t), t.TempDir()
	sheet := "编号,供应商,型号,卡数,计费方式,价格,价格类型,币种,单位,可信度,证据等级,范围,份额,来源日期,备注,来源\r\n" +
		"cn-1,腾讯云,A100,8,包月,5000,目录价,人民币,卡月,官方页面,A,整机,1,2026-11-30,\"含税，满一年再减\",https://example.com/prices\r\n"
	gbk, err := simplifiedchinese.GBK.NewEncoder().String(sheet)
	if err != nil {
		t.Fatal(err)
	}
	out := commandOn(t, db, exitOK, "import", write(t, "报价.csv", gbk))
	if !strings.Contains(out, "GB18030") || !strings.Contains(out, "new 1, ") {
		t.Fatalf("import says %s", out)
	}
	commandOn(t, db, exitOK, "export", dir)
	for column, want := range map[string]string{"provider": "tencent-cloud", "billing_mode": "month", "unit": "gpu-month", "currency": "CNY", "note": "含税，满一年再减"} {
		if got := cell(t, dir, "offers.csv", "cn-1", column); got != want {
			t.Errorf("%s is %q, want %q", column, got, want)
		}
	}
}

func TestAnExportOfAFilteredListHoldsEveryRow(t *testing.T) {
	_, h := opened(t)
	var list struct {
		Total  int               `json:"total"`
		Prices int               `json:"prices_total"`
		Offers []json.RawMessage `json:"offers"`
	}
	query := "?show=all&billing=on-demand&sort=-price"
	if err := json.Unmarshal(answer(h, http.MethodGet, "/offers.json"+query+"&per=20").Body.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	body := strings.TrimPrefix(answer(h, http.MethodGet, "/offers.csv"+query+"&per=20&page=2").Body.String(), "\ufeff")
	rows, err := csv.NewReader(strings.NewReader(body)).ReadAll()
	if err != nil || len(list.Offers) != 20 || len(rows)-1 < list.Total {
		t.Errorf("%d rows of %d offers with %d prices, %v", len(rows)-1, list.Total, list.Prices, err)
	}
}

// TestABackupIsWholeWhileOthersWrite takes backups by the command while eight
// editors write; each holds every edit acknowledged before it began.
func TestABackupIsWholeWhileOthersWrite(t *testing.T) {
	p, _ := opened(t)
	stop := make(chan struct{})
	var group sync.WaitGroup
	for writer := range 8 {
		group.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				r := dataset.Record{Kind: dataset.Texts, Values: make([]string, len(dataset.SchemaOf(dataset.Texts).Columns))}
				r = r.With("key", fmt.Sprintf("w%d.%d", writer, n)).With("zh", "一")
				if _, err := p.store.Apply(t.Context(), store.Changeset{Who: "w", Why: "t", Origin: store.OriginForm, Ops: []store.Op{{Kind: dataset.Texts, New: &r}}}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	dir := t.TempDir()
	for n := range 3 {
		time.Sleep(50 * time.Millisecond)
		before, err := p.store.Revision(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, fmt.Sprintf("b%d.db", n))
		commandOn(t, p.settings.db, exitOK, "backup", file)
		copied := storetest.Open(t, store.Config{DSN: file})
		if got, err := copied.Revision(t.Context()); err != nil || got < before {
			t.Errorf("the backup ends at revision %d, %d was acknowledged before, %v", got, before, err)
		}
		if problems, err := copied.Check(t.Context()); err != nil || len(problems) > 0 {
			t.Errorf("the backup: %v, %v", problems, err)
		}
	}
	close(stop)
	group.Wait()
	for name, target := range map[string]string{"a folder that is not there": filepath.Join(dir, "no", "b.db"), "a file that is there": filepath.Join(dir, "b0.db")} {
		before, _ := os.ReadDir(dir)
		commandOn(t, p.settings.db, exitFailed, "backup", target)
		if after, _ := os.ReadDir(dir); len(after) != len(before) {
			t.Errorf("%s: something was left behind", name)
		}
	}
}

// pausedWriter takes the start of an answer and then nothing until it is let go on.
type pausedWriter struct {
	*httptest.ResponseRecorder
	begun, goOn chan struct{}
	once        sync.Once
}

func (w *pausedWriter) Write(b []byte) (int, error) {
	w.once.Do(func() { close(w.begun); <-w.goOn })
	return w.ResponseRecorder.Write(b)
}

func TestAPausedDownloadHoldsUpNobody(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	r := httptest.NewRequest(http.MethodGet, "/admin/export/gpuscale.zip", nil)
	r.RemoteAddr = e.address
	for _, c := range e.cookies {
		r.AddCookie(c)
	}
	w := &pausedWriter{ResponseRecorder: httptest.NewRecorder(), begun: make(chan struct{}), goOn: make(chan struct{})}
	done := make(chan struct{})
	go func() { defer close(done); h.ServeHTTP(w, r) }()
	<-w.begun
	longest := time.Duration(0)
	for n := range 300 {
		r := dataset.Record{Kind: dataset.Texts, Values: make([]string, len(dataset.SchemaOf(dataset.Texts).Columns))}
		r = r.With("key", fmt.Sprintf("long.%d", n)).With("zh", strings.Repeat("长", 19_000))
		begin := time.Now()
		if _, err := p.store.Apply(t.Context(), store.Changeset{Who: "w", Why: "t", Origin: store.OriginForm, Ops: []store.Op{{Kind: dataset.Texts, New: &r}}}); err != nil {
			t.Fatal(err)
		}
		longest = max(longest, time.Since(begin))
	}
	if info, err := os.Stat(p.settings.db + "-wal"); err != nil || info.Size() > 64<<20 || longest > 5*time.Second {
		t.Errorf("the log holds %v, the longest edit took %v, %v", info, longest, err)
	}
	close(w.goOn)
	<-done
	if body, err := io.ReadAll(w.Result().Body); err != nil || !strings.HasPrefix(string(body), "PK") {
		t.Errorf("the download ended badly: %v", err)
	}
}
