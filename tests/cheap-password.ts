/** The least cost of a hash: guessing it is nobody's wish here, and every test signs in. */
export const CHEAP = { power: 1, r: 8, p: 1 }
