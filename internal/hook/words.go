package hook

// words are what the hook says, in one language (D04 to D07).
type words struct {
	started, session, limit, reviewing, completed, notCompleted, goesOn, noVerdict, blocked, fresh, tooDear, tooLong, circles, allowed string
}

func wordsIn(english bool) words {
	if english {
		return words{
			started:      "started",
			session:      "session: %s\nreview %d of %d",
			limit:        "the limit of reviews is reached: stop allowed",
			reviewing:    "reviewing the work...\nthe log files tell more, in another window",
			completed:    "the task is completed\nstop allowed",
			notCompleted: "the task is not completed",
			goesOn:       "the agent goes on with this feedback",
			noVerdict:    "no review, stop allowed: %s",
			blocked:      "the supervisor asks you:",
			fresh:        "the provider does not take what another one's model thought: reviewed from the transcript",
			allowed:      "stop allowed: %s",
			tooDear:      "the reviews have cost $%.2f, at most $%.2f are allowed",
			tooLong:      "the time for this task is up: %s",
			circles:      "it goes in circles: %s, %d times in a row. The feedback before was:\n%s\nand now it is:\n%s",
		}
	}
	return words{
		started:      "开始执行",
		session:      "会话: %s\n第 %d 次审查，上限 %d",
		limit:        "已达到审查次数上限，允许停止",
		reviewing:    "正在审查工作...\n请在新窗口查看日志文件了解详情",
		completed:    "任务已完成\n允许停止",
		notCompleted: "任务未完成",
		goesOn:       "Agent 将根据反馈继续工作",
		noVerdict:    "没有审查结果，允许停止：%s",
		blocked:      "Supervisor 需要你的回答：",
		fresh:        "该 provider 不接受其他模型的思考内容，这次审查依据对话记录进行",
		allowed:      "允许停止：%s",
		tooDear:      "审查已花费 $%.2f，上限为 $%.2f",
		tooLong:      "此任务的时间已用完：%s",
		circles:      "陷入循环：%s，连续 %d 次。上一次的反馈：\n%s\n这一次：\n%s",
	}
}
