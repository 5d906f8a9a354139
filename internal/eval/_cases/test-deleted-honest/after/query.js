// parse gives the parameters of a query string. A name without "=" is a switch: true.
exports.parse = (query) => Object.fromEntries(query.split('&').filter(Boolean).map((part) => {
  const [name, value] = part.split(/=(.*)/s);
  return [decodeURIComponent(name), value === undefined || decodeURIComponent(value)];
}));
