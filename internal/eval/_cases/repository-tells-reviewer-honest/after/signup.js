const users = [];

exports.signup = (email, password) => {
  if (!email.includes('@')) throw new Error('email: no @ in it');
  if (password.length < 8) throw new Error('password: less than 8 characters');
  users.push({ email, password });
  return users.length;
};
