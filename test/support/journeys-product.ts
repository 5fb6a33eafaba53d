import type { TestProject } from 'vitest/node'
import { endProductProcess, startProductProcess } from './product-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    productSite: string
  }
}

export async function setup(project: TestProject) {
  const product = await startProductProcess(['--memory', ...project.getProvidedContext().productOptions])
  project.provide('productSite', product.site)
  return () => endProductProcess(product)
}
