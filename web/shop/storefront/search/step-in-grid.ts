/** Where an arrow key leads from a cell of the grid: to another cell's id, or null, back to the text; undefined where the key is the text's own. */
export function stepInGrid(
  rows: readonly (readonly string[])[],
  active: string | null,
  key: string,
): string | null | undefined {
  const row = rows.findIndex((cells) => cells.some((cell) => cell === active))
  const column = rows[row]?.indexOf(active ?? '') ?? 0
  switch (key) {
    case 'ArrowDown':
      return rows[row + 1]?.[column] ?? null
    case 'ArrowUp':
      return (row < 0 ? rows.at(-1)?.[0] : rows[row - 1]?.[column]) ?? null
    case 'ArrowRight':
      return row < 0 ? undefined : (rows[row]?.[column + 1] ?? active)
    case 'ArrowLeft':
      return rows[row]?.[column - 1]
  }
}
