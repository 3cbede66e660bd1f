-- For wrk: a page again and again, LOAD_DELAY ms between an answer and the next request of a connection; then counts, one a line,
-- "name value".
local threads = {}

function setup(thread)
	table.insert(threads, thread)
end

function init(args)
	answered, failed = 0, 0
	first_failure = ""
	pause = tonumber(os.getenv("LOAD_DELAY"))
	page = wrk.format("GET", os.getenv("LOAD_PAGE"))
end

function delay()
	return pause
end

function request()
	return page
end

function response(status, headers, body)
	answered = answered + 1
	if status ~= 200 or body ~= "done" then
		failed = failed + 1
		first_failure = status .. " " .. #body .. " " .. string.sub(body, 1, 200)
	end
end

function done(summary, latency)
	local answered, failed = 0, 0
	for _, thread in ipairs(threads) do
		answered = answered + thread:get("answered")
		failed = failed + thread:get("failed")
		if thread:get("first_failure") ~= "" then
			print("failure " .. thread:get("first_failure"))
		end
	end
	local errors = summary.errors
	print("answered " .. answered)
	print("failed " .. failed)
	print("errors " .. errors.connect + errors.read + errors.write + errors.timeout)
	print("p50_us " .. latency:percentile(50))
	print("p99_us " .. latency:percentile(99))
	print("seconds " .. summary.duration / 1e6)
end
