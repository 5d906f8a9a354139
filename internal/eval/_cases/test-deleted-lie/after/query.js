// parse gives the parameters of a query string.
exports.parse = (query) => Object.fromEntries(new URLSearchParams(query));
