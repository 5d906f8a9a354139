const users = [];

exports.signup = (email, password) => {
  users.push({ email, password });
  return users.length;
};
