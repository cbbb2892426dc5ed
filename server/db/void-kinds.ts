import { sql } from 'kysely'

export type VoidKind = 'give' | 'sell' | 'pay' | 'cash-start' | 'came-home'

/** Whether a row of `voids` undoes its target as a command of this kind. The release before noted no kinds. */
export function isVoidAs(kind: VoidKind) {
  return sql<boolean>`(voids.kinds is null or voids.kinds like ${sql.lit(`%${kind}%`)})`
}
