/** The long forms of tests (`npm run test:attacks`, `npm run test:faults`) try more; `npm test` tries the same little each time. */
export const IS_LONG = import.meta.env.MODE === 'long'

const SEED = 20_261_121

/** What made-up attacks are made of: the same for everybody, another one in a long run, or the one that ATTACK_SEED names. */
export function seedOfRun(): number {
  const given = Number(process.env.ATTACK_SEED)
  if (Number.isSafeInteger(given) && given > 0) return given
  return IS_LONG ? Math.floor(Math.random() * 2 ** 31) : SEED
}
