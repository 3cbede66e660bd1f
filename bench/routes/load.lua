-- For wrk: short routes come often and long ones seldom, with pauses in between.
local routes = { "home", "home", "home", "home", "home", "home", "cart", "cart", "search", "search", "search", "pay" }

function init()
	math.randomseed(os.time())
end

function delay()
	return math.random(0, 2 * tonumber(os.getenv("ROUTES_PAUSE")))
end

function request()
	return wrk.format("GET", "/" .. routes[math.random(#routes)])
end
