import { authorizeByTemplate } from '../../bin/local/iam/template-policies.ts'
import { getResourceArn, type StackTemplate } from '../../bin/local/iam/template-values.ts'
import { deploymentStages } from '../../lib/stages.ts'
import { readTemplatePolicies } from '../support/read-template-policies.ts'
import {
  findLogicalId,
  findTemplateResources,
  fullyConfiguredStage,
  getNestedTemplates,
  getStageTemplate,
} from './synthesised.ts'

const template = getStageTemplate(fullyConfiguredStage, 'prod')
const nested = Object.entries(getNestedTemplates(fullyConfiguredStage, 'prod'))

export const templatePolicies = readTemplatePolicies(template.toJSON() as StackTemplate, {
  stackName: 'HabitatInterior-prod',
  region: deploymentStages.prod.region,
  nested: Object.fromEntries(nested.map(([id, each]) => [id, each.toJSON() as StackTemplate])),
})

export const findArn = (type: string, ending: string): string =>
  getResourceArn(findLogicalId(template, type, ending), templatePolicies.stack)

export const roleArns = Object.keys(findTemplateResources(template, 'AWS::IAM::Role')).map((id) =>
  getResourceArn(id, templatePolicies.stack),
)

/** `name` as in `payments` or `payments/stripe-webhook`. */
export const getFunctionRoleArn = (name: string): string =>
  findArn('AWS::IAM::Role', `${name.replace(/[^a-z]/g, '')}Role`)

type Keys = Readonly<Record<string, string | readonly string[]>>

/** Over TLS 1.3, unless the keys say otherwise. */
export const askAsRole = (arn: string, action: string, resource: string, keys: Keys = {}) =>
  authorizeByTemplate(templatePolicies, {
    principal: { type: 'role', arn },
    action,
    resource,
    keys: { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3', ...keys },
  })

/** `service` without its domain, as in `cognito-idp`. */
export const askAsService = (service: string, action: string, resource: string, keys: Keys = {}) =>
  authorizeByTemplate(templatePolicies, {
    principal: { type: 'service', name: `${service}.amazonaws.com` },
    action,
    resource,
    keys: { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3', ...keys },
  })
