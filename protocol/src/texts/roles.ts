import type { ServerText } from './text.ts';

/** Why the rights of a role could not be changed. */
export const roles = {
  rightsRoot: {
    zh_CN: '企业管理员拥有全部权限，不需要设置',
    en_US: 'A company administrator may do everything: there is nothing to set',
  },
  roleOwn: {
    zh_CN: '不能修改自己所属角色的权限，请由其他管理员修改',
    en_US: 'You cannot change the rights of a role that you have yourself: ask another administrator',
  },
  rightsBeyond: {
    zh_CN: '“<{what}>”超出您自己的权限，不能授予或收回',
    en_US: '“<{what}>” goes beyond your own rights: you can neither give it nor take it away',
  },
  roleElsewhere: {
    zh_CN: '有此角色的人也在您没有的核算域工作，请由拥有这些域的人或企业管理员修改',
    en_US: 'People with this role also work in domains that you do not have: ask somebody who has them, or a company administrator',
  },
  roleStale: {
    zh_CN: '<{who}> 已于 <{when}> 修改了此角色的权限，请核对后再保存',
    en_US: '<{who}> changed the rights of this role at <{when}>: compare, then save again',
  },
  roleStaleSilent: {
    zh_CN: '此角色的权限已变化，请核对后再保存',
    en_US: 'The rights of this role have changed: compare, then save again',
  },
} satisfies Record<string, ServerText>;
