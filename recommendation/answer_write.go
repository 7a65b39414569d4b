package recommendation

import "strconv"

// Written is the answer to a question as an address states it in its plainest form:
// half-width digits, the words of the options, the catalogue's spelling of a name. An
// answer that limits nothing is "".
func (a *Answers) Written(key string) string {
	switch key {
	case "model":
		return a.Model
	case "task":
		return string(a.Task)
	case "gpus":
		return strconv.Itoa(a.GPUs)
	case "days":
		return strconv.Itoa(a.Days)
	case "latency_ms":
		if a.LatencyMS.Known {
			return number(a.LatencyMS.Value)
		}
	case "budget":
		if a.Budget.Known {
			return a.Budget.Value.String()
		}
	case "upload_gb":
		return a.UploadGB.String()
	default:
		return a.option(key)
	}
	return ""
}

// option is the option that a question is answered with.
func (a *Answers) option(key string) string {
	switch key {
	case "interruptible":
		return yesOrNo(a.Interruptible)
	case "region":
		return a.Region
	case "compliance":
		return a.Compliance
	case "scheduler":
		return a.Scheduler
	case "framework":
		return a.Framework
	case "cuda":
		if a.CUDA.Known {
			return versionWords(a.CUDA.Value)
		}
		return "none"
	case "identity":
		return a.Identity
	case "domestic":
		return yesOrNo(a.Domestic)
	}
	return ""
}

func yesOrNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}
