import { type LimitNode, type SelectModifierNode, SqliteQueryCompiler, ValueNode } from 'kysely'

const LOCKS: unknown[] = ['ForUpdate', 'ForKeyShare']

/**
 * Statements as SQLite likes them: with limits written out, since a limit that is bound makes
 * SQLite plan the statement anew each time it is run, which takes longer than most of ours do; and
 * without row locks, as its writers come one after the other.
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
