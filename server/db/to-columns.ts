type Names<Columns, Given> = keyof Given & keyof Columns

type Renamed<Columns, Given> = {
  [Name in Names<Columns, Given> as undefined extends Given[Name]
    ? never
    : Columns[Name] & string]: Given[Name]
} & {
  [Name in Names<Columns, Given> as undefined extends Given[Name]
    ? Columns[Name] & string
    : never]?: Exclude<Given[Name], undefined>
}

export function toColumns<const Columns extends object, Given extends object>(
  columns: Columns,
  given: Given,
): Renamed<Columns, Given> {
  const values = new Map<string, unknown>(Object.entries(given))
  const renamed = Object.entries(columns).filter(([name]) => values.get(name) !== undefined)
  return Object.fromEntries(renamed.map(([name, column]) => [column, values.get(name)])) as Renamed<
    Columns,
    Given
  >
}

type Named<Columns, Row> = {
  [Name in keyof Columns]: Columns[Name] extends keyof Row ? Row[Columns[Name]] : never
}

export function fromColumns<const Columns extends object, Row extends object>(
  columns: Columns,
  row: Row,
): Named<Columns, Row> {
  const values = new Map<string, unknown>(Object.entries(row))
  const named = Object.entries(columns).map(([name, column]) => [name, values.get(column)])
  return Object.fromEntries(named) as Named<Columns, Row>
}
