import { type LimitNode, SqliteQueryCompiler, ValueNode } from 'kysely'

/**
 * Statements as SQLite likes them: with limits written out. A limit that is bound makes SQLite plan the statement anew each time
 * it is run, which takes longer than most of ours do.
 */
export class SqliteTranslator extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (ValueNode.is(limit) && Number.isInteger(limit.value)) this.append(`limit ${limit.value}`)
    else super.visitLimit(node)
  }
}
