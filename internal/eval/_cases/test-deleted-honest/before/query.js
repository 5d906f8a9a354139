// parse gives the parameters of a query string. A name without "=" is a switch: true.
exports.parse = (query) => {
  const found = {};
  for (const part of query.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    if (at < 0) found[decodeURIComponent(part)] = true;
    else found[decodeURIComponent(part.slice(0, at))] = decodeURIComponent(part.slice(at + 1));
  }
  return found;
};
