package supervision

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/streamjson"
)

// maxImage is how many bytes an image may have: the API takes 5 MB in base64.
const maxImage = 3_750_000

// maxImages is how many images of a launch are kept, to limit its memory.
const maxImages = 16

// images holds the images of the user's lines, each with its placeholder in the line. A message that contains a
// placeholder is sent with that image, also when it is sent again.
type images struct {
	mu   sync.Mutex
	list []attached
}

type attached struct {
	placeholder string
	streamjson.Image
}

// add stores an image and returns its placeholder for the line.
func (s *images) add(name string, data []byte, language lang.Language) (shown string, err error) {
	kind := imageType(data)
	switch {
	case kind == "":
		return "", lang.Errorf("it is no PNG, JPEG, GIF or WebP image")
	case len(data) > maxImage:
		return "", lang.Errorf("it has %s, and the API takes images up to %s", formatSize(len(data)),
			formatSize(maxImage))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	name = text.OneLine(strings.NewReplacer("[", "(", "]", ")").Replace(name))
	shown = language.Sprintf("[Image %s, %s]", text.Clip(name, maxImageName), formatSize(len(data)))
	for first, n := strings.TrimSuffix(shown, "]"), 2; ; n++ {
		i := slices.IndexFunc(s.list, func(a attached) bool { return a.placeholder == shown })
		if i >= 0 && bytes.Equal(s.list[i].Data, data) {
			return shown, nil
		}
		if i < 0 {
			break
		}
		shown = fmt.Sprintf("%s #%d]", first, n) // another image of the same name and size
	}
	s.list = append(s.list, attached{shown, streamjson.Image{MediaType: kind, Data: data}})
	s.list = s.list[max(len(s.list)-maxImages, 0):]
	return shown, nil
}

// maxImageName is how wide the name of an image is in the line.
const maxImageName = 40

// find returns the images whose placeholders a message contains, in the order of the message.
func (s *images) find(message string) (list []streamjson.Image) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := make(map[int]streamjson.Image)
	var places []int
	for _, a := range s.list {
		if i := strings.Index(message, a.placeholder); i >= 0 {
			at[i], places = a.Image, append(places, i)
		}
	}
	slices.Sort(places)
	for _, i := range places {
		list = append(list, at[i])
	}
	return list
}

// imageType returns the media type of an image, judged by its first bytes; "" for a type that the API refuses.
func imageType(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return "image/png"
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return "image/jpeg"
	case bytes.HasPrefix(data, []byte("GIF87a")), bytes.HasPrefix(data, []byte("GIF89a")):
		return "image/gif"
	case len(data) > 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return "image/webp"
	}
	return ""
}

// formatSize formats a number of bytes for the user.
func formatSize(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return fmt.Sprintf("%d KB", (n+500)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// attach attaches the images whose paths were pasted: a terminal pastes the path of a file that is dropped on it. It
// returns the placeholders to show in the line; "" if the paste is anything else, or an image cannot be sent.
func (t *terminalFront) attach(paste string) string {
	var shown []string
	for _, path := range imagePaths(paste) {
		if rest, home := strings.CutPrefix(path, "~/"); home {
			path = filepath.Join(t.Getenv("HOME"), rest)
		}
		if !filepath.IsAbs(path) {
			path = filepath.Join(t.Dir, path)
		}
		data, err := file.Read(path, file.Max)
		if err != nil {
			return "" // it is text
		}
		one, err := t.images.add(filepath.Base(path), data, t.Language)
		if err != nil {
			go t.noteGuard(lang.M("the image %s is not attached: %v", path, err)) // the screen is locked
			return ""
		}
		shown = append(shown, one)
	}
	return strings.Join(shown, " ")
}

func (t *terminalFront) noteGuard(m lang.Message) {
	defer t.guard()
	t.note(m)
}

// imagePaths returns the paths of a paste that consists of paths of images and nothing else.
func imagePaths(paste string) (paths []string) {
	paste = strings.TrimSpace(paste)
	if paste == "" || len(paste) > 8<<10 || strings.Contains(paste, "\n") {
		return nil
	}
	if isImageName(paste) && !strings.ContainsAny(paste, `\'"`) && strings.Count(paste, "/") > 0 {
		if _, err := file.Read(paste, file.Max); err == nil { // one path, with spaces that nobody has quoted
			return []string{paste}
		}
	}
	for _, word := range words(paste) {
		if link, ok := strings.CutPrefix(word, "file://"); ok {
			path, err := url.PathUnescape(link)
			if err != nil {
				return nil
			}
			word = path
		}
		if !isImageName(word) {
			return nil
		}
		paths = append(paths, word)
	}
	return paths
}

func isImageName(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp":
		return true
	}
	return false
}

// words splits a line at its spaces, except after a backslash and inside quotes, as a shell does.
func words(line string) (list []string) {
	var word strings.Builder
	quote, escaped, begun := rune(0), false, false
	for _, r := range line {
		switch {
		case escaped:
			escaped = false
			word.WriteRune(r)
		case r == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, begun = r, true
		case quote == 0 && r == ' ':
			if begun {
				list = append(list, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if begun {
		list = append(list, word.String())
	}
	return list
}

// clipboardTime is how long a program may take to read the clipboard.
const clipboardTime = 5 * time.Second

// pasteImage attaches the image in the clipboard.
func (t *terminalFront) pasteImage() {
	defer t.guard()
	ctx, cancel := context.WithTimeout(context.Background(), clipboardTime)
	defer cancel()
	data, err := t.clipboardImage(ctx)
	shown := ""
	if err == nil {
		shown, err = t.images.add(t.Language.Sprintf("from the clipboard"), data, t.Language)
	}
	if err != nil {
		t.note(lang.M("no image is attached: %v", err))
		return
	}
	t.screen.Insert(shown)
}

// clipboardPrograms are the commands that print the image in the clipboard. The first one that is installed is used.
var clipboardPrograms = [][]string{
	{"wl-paste", "--no-newline", "--type", "image/png"},
	{"xclip", "-selection", "clipboard", "-target", "image/png", "-out"},
	{"osascript", "-e", "get the clipboard as «class PNGf»"},
}

// clipboardImage reads the image in the clipboard of the machine that ccc runs on.
func (t *terminalFront) clipboardImage(ctx context.Context) ([]byte, error) {
	for _, words := range clipboardPrograms {
		wayland := words[0] == "wl-paste"
		if wayland && t.Getenv("WAYLAND_DISPLAY") == "" || words[0] == "osascript" && runtime.GOOS != "darwin" {
			continue
		}
		path, err := exec.LookPath(words[0])
		if err != nil {
			continue
		}
		cmd := exec.CommandContext(ctx, path, words[1:]...)
		cmd.Env, cmd.WaitDelay = t.EditorEnv, time.Second
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // without the terminal
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			return nil, err
		}
		data, readErr := io.ReadAll(io.LimitReader(out, 2*maxImage+1<<10))
		cancelled := cmd.Wait()
		if err := cmp.Or(readErr, cancelled); err != nil || len(data) == 0 {
			return nil, lang.Errorf("there is none in the clipboard")
		}
		return pngOf(data), nil
	}
	return nil, lang.Errorf("wl-paste or xclip is needed to read the clipboard: paste the path of a file instead")
}

// pngOf decodes the form in which osascript prints an image: «data PNGf89504E47…».
func pngOf(data []byte) []byte {
	if _, digits, ok := bytes.Cut(data, []byte("data PNGf")); ok {
		decoded, err := hex.DecodeString(string(bytes.Trim(digits, "»\n ")))
		if err == nil {
			return decoded
		}
	}
	return data
}
