exports.load = (env) => require(`./config/${env}.json`);
