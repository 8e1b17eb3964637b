import assert from 'node:assert/strict';
import { shellVerdict } from '../../src/core/shellPolicy';
import type { ShellVerdict } from '../../src/core/worstVerdict';

/** One line of a table, one command. */
const table = (lines: string): readonly string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Words at the edge of what each program's table says: one letter more, less or elsewhere. */
const edges: Readonly<Record<ShellVerdict, readonly string[]>> = {
  'read-only': table(String.raw`
    tree
    tree -a -L 2 src
    tree --gitignore --dirsfirst --noreport
    tree -I node_modules -P x
    tree -
    tree -- src
    file -b a.bin
    file -bi a
    file --brief --mime --mime-type --mime-encoding a
    date
    date +%s
    date -u +%F
    date -R
    date -I
    date -Idate
    date --utc
    date --iso-8601
    date --iso-8601=seconds
    hostname
    sort - a
    sort -- a
    sort -k1,2n a
    sort -k2 a
    sort -k 2 a
    sort -t: a
    sort --reverse --unique --version-sort a
    uniq
    uniq a
    uniq -c a
    uniq --count --repeated --unique --ignore-case a
    sed -n 1p a
    sed -n '$p' a
    sed -n '10,20p' a
    sed -n '10,$p' a
    sed 10q a
    sed '1,12d' a
    sed '/a b/d' a
    sed -n '/x/p' a
    sed 's/a/b/' a
    sed 's|a|b|g' a
    sed 's,a,b,gi2p' a
    sed 's/a\/b/c\/d/' a
    sed -nE 's/a/b/p' a
    sed -nr 1p a
    sed --quiet 1p a
    sed --silent --regexp-extended 1p a
    sed -ne 1p a
    sed -e 1p -e 2p a
    find . -type f -newer a
    find . -regex x -prune -o -print
    find a-b
    test -f a
    [ -d a ]
    [ a = b ]
    printf a
    printf
    npm ls
    npm list --all
    npm ll --json --long --depth=10 a
    npm ls -a
    pnpm list
    yarn list
    pip list
    rg x
    rg --hidden x
    rg x-pre
    env
    command -v ls
    command -V ls
    LC_ALL=C ls
    LANG=C TZ=UTC ls
    NO_COLOR=1 TERM=dumb COLUMNS=80 CI=1 ls
    CI+=1 ls
    ! ls
    node --version
    node -v
    python3 -V
    /bin/cat a
    /usr/bin/cat a
    git
    git --version
    git -v
    git version
    git help
    git --no-pager log
    git -P --no-optional-locks --literal-pathspecs status
    git log --output-indicator-new=x
    git diff --no-ext-diff a-b
    git grep -n x
    git log -O
    git branch
    git branch -a -r -v -vv
    git branch -l x
    git branch --list x
    git branch --all --remotes --show-current --no-color
    git branch --contains=a --merged=b --no-merged=c --sort=d --format=e
    git tag
    git tag -l x
    git tag --list x
    git tag -n
    git tag -n12
    git tag --contains=a --merged=b --sort=c --format=d --points-at=e
    git remote
    git remote -v
    git remote --verbose
    git remote get-url origin
    git stash list
    git stash show
    git stash show -p
    git reflog
    git reflog show
    git worktree list
    git config --get user.name
    git config --get-all a
    git config --get-regexp a
    git config --list
    git config -l --show-origin --show-scope
    git config get --all a
    git config list
    git notes list
    git notes show
    git cat-file -p x
  `).filter((line) => line !== 'git'),
  unknown: table(String.raw`
    git
    git --no-pager
    tree -o a
    tree -ax2
    tree x -R
    tree --gitignored
    tree x--noreport -Z
    tree -Ix
    tree -Px
    file -C
    file -bC a
    file --briefly a
    file -m a
    date 01010101
    date -u 01010101
    date -ux
    date -xu
    date -Rx
    date -xR
    date x+1
    date -I-
    date -xI
    date --utcx
    date --xutc
    date x--utc
    date --iso-8601=
    date --iso-8601=a-b
    hostname a
    sort --compress-program=x a
    sort -bT a
    sort -T a
    sort -k1x a
    sort -tab a
    sort --reversed a
    uniq -cx a
    uniq --counts a
    sed
    sed -n
    sed -f script a
    sed -s 1p a
    sed -nx 1p a
    sed --quietly 1p a
    sed x--quiet a
    sed 1w a
    sed 's/a/b/w' a
    sed 's/a/b/e' a
    sed 'x;1p' a
    sed '1p;w x' a
    sed '1p w' a
    sed 1,p a
    sed 1,2,3p a
    sed 'r a' b
    sed '/a/w' a
    sed '/a/b/p' a
    sed 's#a#b#' a
    sed 's/a/b' a
    sed -e 1p -e 'w x' a
    sed -e 'w x' 1p a
    find . -execs
    find . -fprinted
    find . -ok ls
    find . -okdir ls
    find . -exec ls
    find . -execdir ls
    find . -names a
    find . -files0-from a
    test -v a
    test 'a[1]'
    test -v x -a y
    [ 'a$b' ]
    printf -v a b
    npm
    npm lsx
    npm xls
    npm ls -x
    npm ls --alls
    npm ls a --global
    npm ls --depth=
    npm ls --depth=1x
    npm ls -ax
    npm ls x-a --y
    npm run build
    npm ix
    npm xci
    pip freeze
    tar -tf a
    tar tf a
    tar -f a
    curl a
    curl -s a
    curl x-o
    curl x--output
    rg --pre x y
    rg --pre=x y
    rg --hostname-bin x
    sudo
    sudo ls
    sudo -u root rm a
    env ls
    env A=b ls
    env -i
    command ls
    command -x ls
    command
    timeout 5 ls
    timeout 5s ls
    timeout 1.5h ls
    nice -n 5 ls
    xargs
    PATH=a ls
    LC_ALL=C
    XLANG=C ls
    LANGUAGE=C ls
    LC_=C ls
    lc_all=C ls
    if ls
    node a.js
    node --version a
    node -vx
    node x-v
    foo --version
    mybin/cat a
    /opt/bin/cat a
    /usr/local/bin/cat a
    x/usr/bin/cat
    "" a
    $X a
    find $X -type f
    sed -n $X a
    git --version a
    git help a
    git -C a status
    git -c a=b status
    git --exec-path=x status
    git xstatus
    git log --ext-diff
    git log --textconv
    git log --open-files-in-pager
    git grep -O x
    git grep -nO x
    git grep --exec x
    git cat-file --textconv x
    git cat-file --filters x
    git cat-file --batch
    git remote xv
    git remote -v -v
    git remote -vx
    git remote show origin
    git remote xadd
    git remote addx
    git config user.name x
    git config
    git config --gets a
    git config x--get a
    git config --get a --unset
    git config -l --show-originx
    git config -l x--all --y
  `),
  writes: table(String.raw`
    sort -o a b
    sort -uo a b
    sort --output=a b
    sort --ou a
    uniq a b
    uniq - a
    sed -i s/a/b/ a
    sed -ni s/a/b/ a
    sed --in-place s/a/b/ a
    date -s x
    date -us x
    date --set=x
    find . -delete
    find . -fprint a
    find . -fprint0 a
    find . -fprintf a
    find . -fls a
    find . -exec rm a
    find . -execdir rm a
    find . -ok rm a
    find . -okdir rm a
    npm i
    npm ci
    npm install x
    npm add x
    npm remove x
    npm uninstall x
    npm rm x
    npm update
    npm upgrade
    npm link
    npm publish
    npm audit
    npm dedupe
    npm prune
    npm rebuild
    yarn add x
    pnpm add x
    pip install x
    pip3 install x
    tar -cf a b
    tar cf a b
    tar -xf a
    tar xzf a
    tar -rf a b
    tar -uf a b
    tar -Af a b
    tar zxf a
    curl -o a b
    curl -sO b
    curl -T a b
    curl --output a b
    curl --remote-name a
    curl --upload-file a b
    sudo rm a
    env A=b rm a
    nice -n 5 rm a
    timeout 5s rm a
    timeout 1.5m rm a
    command rm a
    eval rm a
    xargs rm
    PATH=a rm b
    if rm a
    ! rm a
    /bin/rm a
    /usr/bin/rm a
    git log --output=a
    git log --ou=a
    git log --output-indicatorx
    git branch x
    git branch -d x
    git branch -D x
    git branch -a x
    git branch --lists x
    git branch --xlist x
    git branch x--list y
    git branch --contains
    git tag x
    git tag -d x
    git tag -nx
    git tag -n1 x
    git remote add a b
    git remote remove a
    git remote rm a
    git remote rename a b
    git remote set-url a b
    git remote set-head a b
    git remote prune a
    git remote update
    git stash
    git stash list x
    git stash pop
    git stash show --output=a
    git reflog expire
    git reflog delete a
    git reflog drop a
    git reflog write a
    git reflog --output=a
    git worktree add a
    git worktree
    git notes add
    git notes
  `),
};

const everyWriter =
  `rm rmdir unlink shred mv cp install mkdir touch ln link dd truncate fallocate tee sponge chmod chown chgrp chattr
  setfacl mktemp mkfifo mknod patch ed rsync scp sftp wget kill pkill killall reboot shutdown halt poweroff systemctl
  service crontab apt apt-get dpkg yum dnf pacman apk brew snap gzip gunzip bzip2 bunzip2 xz unxz zip unzip split csplit
  rename trash`.split(/\s+/);

describe('what a program does', () => {
  for (const [verdict, lines] of Object.entries(edges)) {
    for (const line of lines) {
      it(`1.12 A05 ${verdict}: ${line}`, () => assert.equal(shellVerdict(line, 'posix'), verdict));
    }
  }
  for (const program of everyWriter) {
    it(`A05 writes: ${program}`, () => assert.equal(shellVerdict(`${program} a`, 'posix'), 'writes'));
  }

  const onWindows: Readonly<Record<ShellVerdict, string>> = {
    'read-only': `
      dir
      DIR
      cat a
      set-location a
      out-string
      out-host
      out-null
      Get-Content a
      findstr.exe x a
      git status
      rg x
      npm ls
      where git
    `,
    unknown: `
      find . -type f
      sed -n 1p a
      date
      LANG=C dir
      if dir
      foo.exe.exe a
    `,
    writes: `
      del a
      Remove-Item a
      Set-Content a b
      Add-Content a b
      Clear-Content a
      New-Item a
      Move-Item a b
      Copy-Item a b
      Rename-Item a b
      Out-File a
      Export-Csv a
      Stop-Process 1
      Install-Module a
      Tee-Object a
      rm.exe a
      git push
    `,
  };
  for (const [verdict, lines] of Object.entries(onWindows)) {
    for (const line of table(lines)) {
      it(`A06 on Windows ${verdict}: ${line}`, () => assert.equal(shellVerdict(line, 'windows'), verdict));
    }
  }
});
