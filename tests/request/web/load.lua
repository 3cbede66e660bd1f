-- For wrk with one thread: so many requests, some of them triggered; then counts, one a line, "name value".
-- Environment: LOAD_REQUESTS, LOAD_TRIGGER (one in how many; 0: none), LOAD_PLAIN: the others,
-- LOAD_SECRET, LOAD_RUNS: a file to which the names of runs are appended.
local ffi = require("ffi")
ffi.cdef("int getpid(void); int kill(int pid, int number);")
local thread

function setup(only)
	thread = only
end

function init(args)
	requests = tonumber(os.getenv("LOAD_REQUESTS"))
	trigger = tonumber(os.getenv("LOAD_TRIGGER"))
	sent, answered, failed, profiled, named = 0, 0, 0, 0, 0
	first_failure = ""
	runs = io.open(os.getenv("LOAD_RUNS"), "a")
	plain = wrk.format("GET", os.getenv("LOAD_PLAIN"))
	-- By each of the three ways in turn.
	local secret = os.getenv("LOAD_SECRET")
	ways = {
		wrk.format("GET", "/app.php?x=1&XHPROF_TRIGGER=" .. secret),
		wrk.format("GET", "/app.php?x=2", { ["Cookie"] = "a=b; XHPROF_TRIGGER=" .. secret }),
		wrk.format("GET", "/app.php?x=3", { ["X-XHProf-Trigger"] = secret }),
	}
end

function request()
	sent = sent + 1
	if trigger > 0 and sent % trigger == 0 then
		return ways[sent / trigger % 3 + 1]
	end
	return plain
end

function response(status, headers, body)
	answered = answered + 1
	if status ~= 200 or body ~= "sum 200\n" then
		failed = failed + 1
		first_failure = status .. " " .. #body .. " " .. body
	end
	if headers["X-Profiled"] == "1" then
		profiled = profiled + 1
	end
	local run = headers["X-XHProf-Run"]
	if run then
		named = named + 1
		runs:write(run, "\n")
	end
	if answered == requests then
		runs:flush()
		-- Else wrk would go on for the time that it must be given.
		wrk.thread:stop()
		ffi.C.kill(ffi.C.getpid(), 2)
	end
end

function done(summary, latency)
	if thread:get("first_failure") ~= "" then
		print("failure " .. thread:get("first_failure"))
	end
	for _, name in ipairs({ "answered", "failed", "profiled", "named" }) do
		print(name .. " " .. thread:get(name))
	end
	local errors = summary.errors
	print("errors " .. errors.connect + errors.read + errors.write + errors.timeout)
	print("median_us " .. latency:percentile(50))
	print("p99_us " .. latency:percentile(99))
	print("seconds " .. summary.duration / 1e6)
end
