export function countTestWorkers(machine: { readonly cores: number; readonly busyCores: number }): number
export function measureBusyCores(): Promise<number>
