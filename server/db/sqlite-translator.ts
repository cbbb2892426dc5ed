import { type LimitNode, type SelectModifierNode, SqliteQueryCompiler, ValueNode } from 'kysely'

const LOCKS: unknown[] = ['ForUpdate', 'ForKeyShare']

/**
 * Writes limits out, since a bound limit makes SQLite plan the statement anew at each run, and
 * leaves row locks out, since its writers come one after the other.
 */
export class SqliteTranslator extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (ValueNode.is(limit) && Number.isInteger(limit.value)) this.append(`limit ${limit.value}`)
    else super.visitLimit(node)
  }

  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!LOCKS.includes(node.modifier)) super.visitSelectModifier(node)
  }
}
