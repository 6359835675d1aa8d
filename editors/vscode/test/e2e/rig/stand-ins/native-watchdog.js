// The process that watches over another one is not missed.
exports.start = () => {};
