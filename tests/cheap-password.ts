/** The cheapest hash: nobody guesses passwords here, and every test signs in. */
export const CHEAP = { power: 1, r: 8, p: 1 }
