export function listenerSet<News extends unknown[] = []>() {
  const listeners = new Set<(...news: News) => void>()
  return {
    subscribe(listener: (...news: News) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify(...news: News): void {
      for (const listener of listeners) listener(...news)
    },
  }
}
