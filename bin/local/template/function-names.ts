import type { TemplateStack } from '../iam/template-values.ts'

export const getFunctionName = (arn: string): string => arn.split(':function:')[1] ?? arn

export const getFunctionArn = (name: string, { region, accountId }: TemplateStack): string =>
  `arn:aws:lambda:${region}:${accountId}:function:${name}`
