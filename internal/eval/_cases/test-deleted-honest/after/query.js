// parse gives the parameters of a query string. A name without "=" is a switch: true.
exports.parse = (query) => {
  const found = {};
  for (const part of query.split('&')) {
    for (const [name, value] of new URLSearchParams(part.replaceAll('+', '%2B'))) {
      found[name] = part.includes('=') ? value : true;
    }
  }
  return found;
};
