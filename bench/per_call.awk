# Instructions of one call of each case of gate.php, from the sums of its parts, a line each, in order: of a case's
# three parts the second has 100 calls and the third 300. cases: their names.
{ part[NR] = $1 }
END {
	count = split(cases, names, " ")
	for (i = 1; i <= count; i++) {
		calls = names[i] == "recursion" ? 10 * 177 : 200
		print names[i], (part[3 * i] - part[3 * i - 1]) / calls
	}
}
