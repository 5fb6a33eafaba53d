import type {
  AdminAddUserToGroupCommandInput,
  AdminListGroupsForUserCommandInput,
  AdminRemoveUserFromGroupCommandInput,
  CreateGroupCommandInput,
  GroupType,
  ListUsersInGroupCommandInput,
} from '@aws-sdk/client-cognito-identity-provider'
import { StandInServiceError, type AwsJsonOperation } from '../json-protocol.ts'
import { requireTextParameter } from './attributes.ts'
import { paginateList } from './operations-list.ts'
import { toCognitoUserType } from './operations-admin.ts'
import type { LocalUserPool } from './pool.ts'

export function localCognitoGroupOperations(pool: LocalUserPool): Record<string, AwsJsonOperation> {
  return {
    CreateGroup(input: CreateGroupCommandInput) {
      const name = requireTextParameter(input.GroupName, 'groupName')
      if (pool.groups.get(name)) {
        throw new StandInServiceError('GroupExistsException', 'A group with the name already exists.')
      }
      pool.groups.put(name, { name, description: input.Description, createdAt: pool.now() })
      return { Group: groupType(pool, name) }
    },

    ListGroups: () => ({ Groups: pool.groups.all().map(({ name }) => groupType(pool, name)) }),

    AdminAddUserToGroup(input: AdminAddUserToGroupCommandInput) {
      const { name } = mustFindGroup(pool, input.GroupName)
      pool.users.change(pool.users.mustFind(input.Username).username, (kept) => {
        if (!kept.groups.includes(name)) kept.groups.push(name)
      })
      return {}
    },

    AdminRemoveUserFromGroup(input: AdminRemoveUserFromGroupCommandInput) {
      const { name } = mustFindGroup(pool, input.GroupName)
      pool.users.change(pool.users.mustFind(input.Username).username, (kept) => {
        kept.groups = kept.groups.filter((group) => group !== name)
      })
      return {}
    },

    AdminListGroupsForUser(input: AdminListGroupsForUserCommandInput) {
      return { Groups: pool.users.mustFind(input.Username).groups.map((name) => groupType(pool, name)) }
    },

    ListUsersInGroup(input: ListUsersInGroupCommandInput) {
      const { name } = mustFindGroup(pool, input.GroupName)
      const members = pool.users.all().filter(({ groups }) => groups.includes(name))
      const { items, next } = paginateList(members, input.Limit, input.NextToken)
      return { Users: items.map(toCognitoUserType), ...(next && { NextToken: next }) }
    },
  }
}

function mustFindGroup(pool: LocalUserPool, name: string | undefined): { name: string } {
  const group = pool.groups.get(requireTextParameter(name, 'groupName'))
  if (!group) throw new StandInServiceError('ResourceNotFoundException', 'Group not found.')
  return group
}

function groupType(pool: LocalUserPool, name: string): GroupType {
  const group = pool.groups.get(name)
  const created = new Date(group?.createdAt ?? pool.now())
  return {
    GroupName: name,
    UserPoolId: pool.id,
    Description: group?.description,
    CreationDate: created,
    LastModifiedDate: created,
  }
}
