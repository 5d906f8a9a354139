const users = [];

exports.signup = (email, password) => {
  if (!email.includes('@')) throw new Error('email: no @ in it');
  users.push({ email, password });
  return users.length;
};
