package git

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/lang"
)

// Git believes that a file below .git/objects holds the object that it is named after. Anybody who can write there
// can give a tree another content, and git would not notice. So everything that decides something is read by
// [private.object], or from objects that [private.fetch] has copied.

// errForged is the error if an object does not match its id.
var errForged = lang.Errorf("an object in .git is gone, or is not what its id says")

// object reads an object of the repository, and compares its content with its id.
func (p private) object(ctx context.Context, id string) (kind, content string, err error) {
	out, err := p.ask(ctx, []byte(id+"\n"), "cat-file", "--batch")
	if err != nil {
		return "", "", err
	}
	head, content, _ := strings.Cut(out, "\n") // ID KIND SIZE
	fields := strings.Fields(head)
	content = strings.TrimSuffix(content, "\n")
	if len(fields) != 3 || !objectID.Get().MatchString(id) {
		return "", "", lang.Errorf("%w: %v", errForged, id)
	}
	var sum hash.Hash = sha1.New()
	if len(id) == 2*sha256.Size {
		sum = sha256.New()
	}
	fmt.Fprintf(sum, "%s %d\x00%s", fields[1], len(content), content)
	if fmt.Sprintf("%x", sum.Sum(nil)) != id {
		return "", "", lang.Errorf("%w: %v", errForged, id)
	}
	return fields[1], content, nil
}

// fetch copies into p the objects in which two trees or commits differ. Git names a copied object after its content.
// So a forged object does not appear under the id that it claimed, and using that id is an error.
func (p *private) fetch(ctx context.Context, from, to string) error {
	ids, err := p.differingObjects(ctx, from, to)
	if err != nil {
		return err
	}
	own := filepath.Join(p.dir, "objects")
	packs := filepath.Join(own, "pack")
	if err := os.MkdirAll(packs, 0o700); err != nil {
		return err
	}
	args := []string{"pack-objects", "--quiet", "--window=0", "--threads=1", "--compression=0",
		filepath.Join(p.dir, "fetched")}
	c := p.command(args...)
	c.stdin = []byte(strings.Join(ids, "\n") + "\n")
	// Git writes a pack among its objects and renames it, so both must be in one file system.
	c.env = append(c.env, "GIT_OBJECT_DIRECTORY="+own,
		`GIT_ALTERNATE_OBJECT_DIRECTORIES="`+pathQuoter.Replace(p.objects)+`"`)
	name, stderr, err := c.run(ctx)
	if err = commandError(args, stderr, err); err != nil {
		return lang.Errorf("%w: %v", errForged, err)
	}
	// The index of the pack that git wrote has the ids that git was given. It is not copied: index-pack computes the
	// ids.
	pack := "-" + strings.TrimSpace(name) + ".pack"
	if err := os.Rename(filepath.Join(p.dir, "fetched"+pack), filepath.Join(packs, "pack"+pack)); err != nil {
		return err
	}
	p.objects = own
	_, err = p.ask(ctx, nil, "index-pack", filepath.Join(packs, "pack"+pack))
	return err
}

// pathQuoter escapes a path that is put in quotation marks for git. Without quotation marks a colon would end the
// path.
var pathQuoter = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// differingObjects lists the objects in which two trees or commits differ, including the two themselves.
func (p private) differingObjects(ctx context.Context, from, to string) (ids []string, err error) {
	for _, id := range []string{from, to} {
		kind, content, err := p.object(ctx, id)
		if err != nil {
			return nil, err
		}
		if ids = append(ids, id); kind == "commit" {
			line, _, _ := strings.Cut(content, "\n") // tree ID
			ids = append(ids, strings.TrimPrefix(line, "tree "))
		}
	}
	out, err := p.ask(ctx, nil, "diff-tree", "-r", "-t", "-z", "--raw", "--no-renames", "--no-relative",
		"--ignore-submodules=none", from, to)
	if err != nil {
		return nil, lang.Errorf("%w: %v", errForged, err)
	}
	for field := range strings.SplitSeq(out, "\x00") {
		about, ok := strings.CutPrefix(field, ":") // MODE MODE ID ID STATUS; a path may begin with a colon, too
		fields := strings.Fields(about)
		if !ok || len(fields) != 5 {
			continue
		}
		for i, id := range fields[2:4] {
			if objectID.Get().MatchString(id) && strings.Trim(id, "0") != "" && fields[i] != "160000" {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}
