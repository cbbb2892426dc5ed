export function print(part: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${part} …`)
}
