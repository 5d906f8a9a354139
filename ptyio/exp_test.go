package ptyio
import ("testing";"io";"time";"hash/fnv";"fmt";"os/exec";"golang.org/x/term";"github.com/creack/pty";"strconv")
func TestExp(t *testing.T){
 const mb=128
 cmd:=command("flood",strconv.Itoa(mb))
 for _,parse:=range []bool{false,true}{
  var tb,tr time.Duration; var reads,rr int
  for range 4 {
   master,tty,_:=pty.Open(); term.MakeRaw(int(tty.Fd()))
   p:=&exec.Cmd{Path:cmd.Path,Args:append([]string{cmd.Path},cmd.Args...),Env:cmd.Env,Stdout:tty}
   p.Start(); tty.Close()
   d,n:=expcopy(master,mb<<20,parse); tb+=d; reads+=n; p.Wait(); master.Close()
   c,_:=Start(cmd); d,n=expcopy(c,mb<<20,parse); tr+=d; rr+=n; c.End()
  }
  fmt.Printf("parse=%v bare %.0f MB/s (%.0f B/read) ring %.0f MB/s (%.0f B/read) ratio %.2f\n",parse,4*mb/tb.Seconds(),4*mb*1048576./float64(reads),4*mb/tr.Seconds(),4*mb*1048576./float64(rr),tb.Seconds()/tr.Seconds())
 }
}
func expcopy(r io.Reader,size int,parse bool)(time.Duration,int){
 p:=make([]byte,32<<10); var begin time.Time; reads:=0; h:=fnv.New32a()
 for n:=0;n<size;{ m,err:=r.Read(p); if n==0{begin=time.Now()}; reads++; n+=m; if parse{for range 6{h.Write(p[:m])}}; if err!=nil{panic(err)} }
 return time.Since(begin),reads
}
