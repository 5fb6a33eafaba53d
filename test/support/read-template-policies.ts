import {
  openTemplateStack,
  readStackPolicies,
  type TemplateOptions,
  type TemplatePolicies,
} from '../../bin/local/iam/template-policies.ts'
import type { StackTemplate } from '../../bin/local/iam/template-values.ts'

/** @throws PolicyError for a policy that cannot be evaluated, and for a nested stack without its template */
export const readTemplatePolicies = (template: StackTemplate, options: TemplateOptions): TemplatePolicies =>
  readStackPolicies(openTemplateStack(template, options))
